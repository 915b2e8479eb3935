import Model
import Support
import Testing

@testable import Control

@Suite struct CardCommandTests {
  private let fake = FakeBackend()

  @Test func `any client is a reader`() {
    let conversation = Conversation(fake)
    #expect(
      conversation.ask("card placed 0012 kitchen") == ["OK"] && conversation.ask("card placed 7") == ["OK"])
    #expect(conversation.ask("card away kitchen") == ["OK"] && conversation.ask("card away") == ["OK"])
    expectEqual(
      fake.cards.log,
      ["placed 0012 on kitchen", "placed 7 on client", "away from kitchen", "away from client"])
  }

  @Test func `a card is bound, listed, played and unbound`() {
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("card bind 0012 playlist Party name Red again next away keep order shuffle volume 40"),
      ["OK"])
    fake.cards.unknownCards = [
      UnknownCard(CardNumber("99")!, reader: "door", age: .seconds(5))
    ]
    expectEqual(
      conversation.ask("cards"),
      [
        "unknown: 99", "reader: door", "ago: 5", "card: 0012", "playlist: playlist(\"Party\")",
        "storage: STICK", "name: Red", "again: next", "away: keep", "order: shuffle", "volume: 40", "OK",
      ])
    #expect(conversation.ask("card play 0012") == ["OK"] && conversation.ask("card unbind 0012") == ["OK"])
    #expect(
      conversation.ask("card bind 1 folder a/b") == ["OK"]
        && conversation.ask("card bind 2 song a/1.flac") == ["OK"]
        && conversation.ask("card bind 3 stream Radio") == ["OK"]
        && conversation.ask("card bind 4 pad Bell") == ["OK"]
        && conversation.ask("card bind 5 action \"sleep 30\"") == ["OK"])
    expectEqual(
      fake.cards.log,
      [
        "bind 0012 playlist(\"Party\")", "play 0012", "unbind 0012", "bind 1 folder(\"a/b\")",
        "bind 2 song(\"a/1.flac\")", "bind 3 stream(\"Radio\")", "bind 4 action(pad Bell)",
        "bind 5 action(sleep 30)",
      ])
    expectEqual(
      conversation.ask("card bind 7 action \"volume +2\" repeat-ms 300 when-locked yes order one"), ["OK"])
    expectEqual(
      Array(conversation.ask("cards").suffix(4)), ["order: one", "repeat-ms: 300", "when-locked: yes", "OK"])
    for (action, isFree) in [("allow 30", true), ("lock", true), ("budget +15", true), ("budget -15", false)]
    {
      expectEqual(conversation.ask("card bind 8 action \"\(action)\""), ["OK"])
      expectEqual(fake.cards.cards.last?.options.isWhenLocked, isFree)
      expectEqual(conversation.ask("card bind 8 action \"\(action)\" when-locked no"), ["OK"])
      expectEqual(fake.cards.cards.last?.options.isWhenLocked, false)
    }
    // What differs from the default of its action is listed, so that a table of cards can restore it.
    for (action, word) in [("lock", "no"), ("lock", "yes"), ("stop", "no")] {
      var report = CardReport(CardNumber("9")!, .action, action)
      (report.options.isWhenLocked, report.isAbsent) = (word == "yes", action == "stop")
      fake.cards.cards = [report]
      expectEqual(
        Array(conversation.ask("cards").suffix(2)),
        [action == "stop" ? "absent: 1" : "when-locked: \(word)", "OK"])
    }
    fake.absentNames = ["AWAY"]
    fake.cards.refusal = .noSuchPath
    let absent = conversation.ask("card bind 6 song AWAY/1.flac")
    #expect(absent.first?.contains("(AWAY is not plugged in)") == true, "\(absent)")
    fake.cards.refusal = .noSuchPlaylist
    expectEqual(
      conversation.ask("card bind 6 playlist None"), ["ACK [50@0] {card} No such playlist: None"])
  }

  @Test func `a client waits for the next card, and the wait ends with the client`() {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("card learn 30"), [])
    fake.cards.place(CardNumber("0012")!, on: "door")
    expectEqual(conversation.hear(), "card: 0012\nreader: door\nOK\n")
    expectEqual(conversation.ask("card learn"), [])
    conversation.client.disconnected()
    expectEqual(fake.cards.cancellations, 1)
  }

  @Test(arguments: [
    ("card", "card"), ("card lay 1", "placed, away, play"), ("card placed", "placed NUMBER [READER]"),
    ("card placed \"\"", "1 to 128"), ("card placed ä", "1 to 128"),
    ("card bind 1 cake x", "playlist, podcast"),
    ("card bind 1 action dance", "there is no action dance"),
    ("card bind 1 playlist a again", "lacks its value"),
    ("card bind 1 playlist a again twice", "one of resume"),
    ("card bind 1 playlist a volume 101", "0 to 100"),
    ("card bind 1 playlist a colour red", "expected: name TEXT"), ("card learn 0", "1 to 600"),
    ("card bind 1 playlist a order dance", "one-random, next-folder, random-folder"),
    ("card bind 1 playlist a repeat-ms 300", "of cards that do an action"),
    ("card bind 1 playlist a when-locked yes", "of cards that do an action"),
    ("card bind 1 action next repeat-ms 50", "100 to 10000"),
    ("card bind 1 action next when-locked maybe", "expected: name TEXT"),
  ])
  func `a line that makes no sense is refused with the right form`(line: String, words: String) {
    let answer = Conversation(fake).ask(line)
    #expect(answer.count == 1 && answer[0].hasPrefix("ACK [2@0]") && answer[0].contains(words), "\(answer)")
    #expect(fake.cards.log == [])
  }

  @Test func `cards are placed, bound to music, and bound to actions with three permissions`() {
    let guest = Conversation(fake)
    fake.cards.cards = [CardReport(CardNumber("2")!, .action, "shutdown")]
    #expect(guest.ask("restrict read,player") == ["OK"] && guest.ask("card placed 1") == ["OK"])
    // What the client may not bind to a card, no card does for it.
    for line in [
      "card placed 2", "card placed 2 door", "card play 2", "card bind 1 playlist a", "card unbind 1",
      "card learn",
    ] {
      #expect(guest.ask(line).first?.hasPrefix("ACK [4@0]") == true, "\(line)")
    }
    let person = Conversation(fake)
    #expect(person.ask("restrict read,control") == ["OK"])
    #expect(person.ask("card bind 1 playlist a") == ["OK"])
    #expect(person.ask("card bind 1 action shutdown").first?.hasPrefix("ACK [4@0]") == true)
    #expect(person.ask("card bind 1 pad Bell").first?.hasPrefix("ACK [4@0]") == true)
    for line in ["card play 2", "card bind 2 playlist a", "card unbind 2"] {
      #expect(person.ask(line).first?.hasPrefix("ACK [4@0]") == true, "\(line)")
    }
    let owner = Conversation(fake)
    #expect(owner.ask("card play 2") == ["OK"] && owner.ask("card placed 2") == ["OK"])
    expectEqual(
      fake.cards.log,
      ["placed 1 on client", "bind 1 playlist(\"a\")", "play 2", "placed 2 on client"])
  }

  @Test func `the program of readers may place a card for an action, and nothing but play`() throws {
    let other = Conversation(fake, access: Access(local: [.read, .player]))
    let fake = fake.cards
    let number = try #require(CardNumber("1"))
    fake.cards = [CardReport(number, .action, "shutdown")]
    #expect(other.ask("card placed 1 door")[0].hasPrefix("ACK [4@0]"))
    #expect(other.ask("card reader door works")[0].hasPrefix("ACK [4@0]"))
    let reader = Conversation(readerBeside: other)
    expectEqual(reader.ask("card placed 1 door"), ["OK"])
    expectEqual(reader.ask("card away door"), ["OK"])
    expectEqual(reader.ask("card reader door no-service"), ["OK"])
    #expect(reader.ask("card reader door happy")[0].hasPrefix("ACK [2@0]"))
    expectEqual(fake.log, ["placed 1 on door", "away from door", "door no-service"])
    for line in ["status", "card bind 1 playlist Party", "card learn", "settings", "add x"] {
      #expect(reader.ask(line)[0].hasPrefix("ACK [4@0]"), "\(line)")
    }
  }
}
