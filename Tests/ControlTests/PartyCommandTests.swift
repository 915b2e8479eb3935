import Model
import Support
import Testing

@testable import Control

/// Clients that add songs for a guest.
@Suite struct PartyCommandTests {
  private func conversation() -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    return Conversation(fake)
  }

  @Test func `a song of a guest has the guest's name, and no other place than the guest's turn`() throws {
    let conversation = conversation()
    let id = conversation.fake.snapshot.entries[1].id
    expectEqual(conversation.ask("guest \"Ana B\""), ["OK"])
    expectEqual(conversation.ask("add a/01.flac 0"), ["OK"])
    expectEqual(
      conversation.ask("command_list_begin\naddid a/01.flac\nadd a/01.flac\ncommand_list_end").last, "OK")
    expectEqual(conversation.ask("withdraw \(id.rawValue)"), ["OK"])
    conversation.fake.status.state = .play
    expectEqual(conversation.ask("vote \(id.rawValue)"), ["OK"])
    let track = try #require(conversation.fake.requests.first?.items.first?.track)
    expectEqual(FakeBackend.uri(track), "a/01.flac")
    expectEqual(
      conversation.fake.requests.map { "\($0.guest) \($0.items.count)" }, ["Ana B 1", "Ana B 1", "Ana B 1"])
    #expect(conversation.fake.performed.contains(.vote(id, guest: "Ana B")))
    #expect(conversation.fake.performed.contains(.withdraw(id, guest: "Ana B")))
  }

  @Test func `the queue names who asked for a song, a saved playlist does not`() {
    let conversation = conversation()
    let first = conversation.fake.snapshot.entries[0]
    conversation.fake.snapshot.entries[0] = QueueEntry(
      id: first.id, track: first.track, told: [SourceMetadata(.guest, "Ana")])
    let lines = conversation.ask("playlistinfo 0")
    #expect(lines.contains("guest: Ana") && lines.contains { $0.hasPrefix("Title: ") }, "\(lines)")
    #expect(!conversation.ask("playlistinfo 1").contains { $0.hasPrefix("guest") })
    expectEqual(conversation.ask("save Party"), ["OK"])
    // As tracks alone: nothing is kept of the entries.
    #expect(conversation.fake.playlists.changes.last?.hasPrefix("Party: create ") == true)
  }

  @Test func `a guest changes the part and the tags of own songs alone`() throws {
    let conversation = conversation()
    let stream = try #require(TrackReference(url: "http://r/1"))
    conversation.fake.snapshot.entries = [(7, "Ana"), (8, "Ben"), (9, nil)].map { id, guest in
      QueueEntry(
        id: EntryID(rawValue: id), track: stream, told: guest.map { [SourceMetadata(.guest, $0)] } ?? [])
    }
    expectEqual(conversation.ask("guest Ana"), ["OK"])
    for command in ["addtagid", "cleartagid", "rangeid"] {
      let rest = ["rangeid": "0:1", "addtagid": "Title X"][command] ?? ""
      for id in [8, 9] {
        expectEqual(
          conversation.ask("\(command) \(id) \(rest)"),
          ["ACK [4@0] {\(command)} Another guest, or the household, added this song"])
      }
      #expect(conversation.fake.edits.isEmpty)
      expectEqual(conversation.ask("\(command) 7 \(rest)"), ["OK"])
      expectEqual(conversation.fake.edits.count, 1)
      conversation.fake.edits = []
    }
    expectEqual(Conversation(conversation.fake).ask("rangeid 9 0:1"), ["OK"])
  }

  @Test(
    arguments: [
      ("Ana", true), ("安娜", true), ("👩\u{200D}🚀", true), ("A\u{301}", true), ("\u{200B}", false),
      ("\u{3164}", false), ("\u{301}", false), ("\u{200D}", false), ("Ana\u{202E}", false),
      ("\u{2066}Ana", false), ("An\u{200B}a", false), ("\u{A0} ", false), ("Ana\u{2028}", false),
      ("Ana\u{85}", false),
    ]) func `a name is seen, and turns no text around`(name: String, isName: Bool)
  {
    expectEqual(PartyRules.isName(name), isName)
  }

  static let refusals = [
    ("guest \"\"", "ACK [2@0] {guest} A visible name of at most 64 bytes expected"),
    ("guest \"  \"", "ACK [2@0] {guest} A visible name of at most 64 bytes expected"),
    (
      "guest \(String(repeating: "x", count: 65))",
      "ACK [2@0] {guest} A visible name of at most 64 bytes expected"
    ),
    ("vote 1", "ACK [4@0] {vote} Only guests do this: give a name with the command guest first"),
    ("withdraw 1", "ACK [4@0] {withdraw} Only guests do this: give a name with the command guest first"),
  ]

  @Test(arguments: refusals) func `a refusal says what to do`(line: String, answer: String) {
    expectEqual(conversation().ask(line), [answer])
  }

  @Test func `the rules and the votes are shown`() {
    let conversation = conversation()
    expectEqual(
      conversation.ask("party"), ["songseach: 3", "againafter: 60", "skipneeded: 3", "OK"])
    #expect(!conversation.ask("status").contains { $0.hasPrefix("skip") })
    (conversation.fake.status.skipVotes, conversation.fake.status.skipVotesNeeded) = (1, 3)
    let status = conversation.ask("status")
    #expect(status.contains("skipvotes: 1") && status.contains("skipneeded: 3"))
    expectEqual(conversation.ask("guest Ana\nvote 99").last, "ACK [50@0] {vote} No such song")
  }
}
