import Model
import Support
import Testing

@testable import Control

/// Favourites, ratings, colours and notes.
@Suite struct PersonalCommandTests {
  private let fake = FakeBackend()

  private func conversation(playing: Bool = true) -> Conversation {
    fake.fillQueue()
    if playing {
      fake.status.state = .play
      fake.status.current = .init(position: 1, id: fake.snapshot.entries[1].id)
    }
    return Conversation(fake)
  }

  @Test(arguments: [
    ("favourite a/01.flac", ["file: a/01.flac", "favourite: 1", "OK"]),
    ("favourite \"\"", ["file: a/02.flac", "favourite: 1", "OK"]),
    ("favourite a/01.flac 0", ["file: a/01.flac", "favourite: 0", "OK"]),
    ("favourite a/01.flac 2", ["ACK [2@0] {favourite} Boolean (0/1) expected: 2"]),
    ("rate a/01.flac 7", ["file: a/01.flac", "favourite: 0", "rating: 7", "OK"]),
    ("rate \"\" 0", ["file: a/02.flac", "favourite: 0", "rating: 0", "OK"]),
    ("rate \"\"", ["file: a/02.flac", "favourite: 0", "OK"]),
    ("rate a/01.flac 11", ["ACK [2@0] {rate} A rating from 0 to 10 expected: 11"]),
    ("rate a/01.flac -1", ["ACK [2@0] {rate} A rating from 0 to 10 expected: -1"]),
    ("rate gone.flac 3", ["ACK [50@0] {rate} No such song: gone.flac"]),
    ("rate a/ 3", ["ACK [50@0] {rate} No such song: a/"]),
    (
      "rate http://x/y 3", ["ACK [50@0] {rate} A stream has no rating"]
    ),
    ("colour \"\" #Ff0080", ["file: a/02.flac", "favourite: 0", "colour: FF0080", "OK"]),
    ("colour \"\" 00000a", ["file: a/02.flac", "favourite: 0", "colour: 00000A", "OK"]),
    ("colour \"\" red", ["ACK [2@0] {colour} RRGGBB expected, six hexadecimal digits: red"]),
    ("colour \"\" #+ff008", ["ACK [2@0] {colour} RRGGBB expected, six hexadecimal digits: #+ff008"]),
    (
      "note \"\" \"So good\" \"\" end",
      ["file: a/02.flac", "favourite: 0", "note: So good", "note: ", "note: end", "OK"]
    ),
    ("note \"\" \"a\tb\"", ["file: a/02.flac", "favourite: 0", "note: a\tb", "OK"]),
    ("note \"\" \"a\u{7}b\"", ["ACK [2@0] {note} A note cannot contain control characters other than tabs"]),
    ("personal a/03.flac", ["file: a/03.flac", "favourite: 0", "OK"]),
    ("personal gone.flac", ["ACK [50@0] {personal} No such song: gone.flac"]),
  ])
  func `a value is set, and the answer has all values`(line: String, answer: [String]) {
    expectEqual(conversation().ask(line), answer)
  }

  @Test func `absent favourites are counted`() {
    let client = conversation()
    expectEqual(client.ask("absentfavourites"), ["absent: 0", "OK"])
    _ = client.ask("favourite \"\"")
    fake.people.personal["gone.flac"] = fake.people.personal["a/02.flac"]
    expectEqual(client.ask("absentfavourites"), ["absent: 1", "OK"])
  }

  @Test func `every value stays until it is taken off`() {
    let client = conversation()
    for line in ["favourite \"\"", "rate \"\" 9", "colour \"\" 123456", "note \"\" x"] {
      expectEqual(client.ask(line).last, "OK")
    }
    fake.people.personal["a/02.flac"]?.values.plays = 12
    fake.people.personal["a/02.flac"]?.values.skips = 0
    fake.people.personal["a/02.flac"]?.values.lastPlayed = 1_795_227_888
    fake.people.personal["a/02.flac"]?.added = 1_795_227_889
    expectEqual(
      client.ask("personal \"\""),
      [
        "file: a/02.flac", "favourite: 1", "rating: 9", "colour: 123456", "note: x", "plays: 12", "skips: 0",
        "last_played: 2026-11-21T02:24:48Z", "added: 2026-11-21T02:24:49Z", "OK",
      ])
    for line in ["favourite \"\"", "rate \"\"", "colour \"\"", "note \"\""] {
      expectEqual(client.ask(line).last, "OK")
    }
    expectEqual(client.ask("personal \"\"").prefix(3), ["file: a/02.flac", "favourite: 0", "plays: 12"])
  }

  @Test func `the empty URI is refused without a current song`() {
    let client = conversation(playing: false)
    for name in ["favourite", "rate", "colour", "note", "personal"] {
      #expect(client.ask("\(name) \"\"") == ["ACK [55@0] {\(name)} No current song"])
    }
  }

  @Test func `a change that is not stored is not acknowledged`() {
    let client = conversation()
    fake.people.refusal = .system("a/01.flac: no space")
    #expect(client.ask("rate a/01.flac 3") == ["ACK [52@0] {rate} a/01.flac: no space"])
    fake.people.refusal = nil
    fake.holdsAnswers = true
    client.send("rate a/01.flac 3\n")
    expectEqual(client.hear(), "")
    fake.answerNext()
    #expect(client.hear().hasSuffix("OK\n"))
  }

  @Test func `rows of songs get what is known of each`() {
    let conversation = conversation()
    fake.songs["a/01.flac"]?.tempo = 128
    fake.songs["a/01.flac"]?.musicalKey = MusicalKey("F#m")
    for line in ["favourite a/03.flac 1", "rate a/03.flac 7", "colour a/03.flac FF8000", "rate a/04.flac 0"] {
      expectEqual(conversation.ask(line).last, "OK")
    }
    expectEqual(
      conversation.ask("annotations a/03.flac gone.flac a/01.flac http://x/y a/../b a/04.flac a/02.flac"),
      [
        "file: a/03.flac", "favourite: 1", "rating: 7", "colour: FF8000",
        "file: a/01.flac", "bpm: 128", "key: F#m", "camelot: 11A",
        "file: a/04.flac", "rating: 0", "file: a/02.flac", "OK",
      ])
  }
}
