import Model
import Support
import Testing

@testable import Control

/// Cue points of songs, playing from them, and loops.
@Suite struct CueCommandTests {
  private let fake = FakeBackend()

  /// The second song of four plays; it has cues, as has the third, which is in the queue, and the fourth, which is not.
  private func conversation(playing: Bool = true) -> Conversation {
    fake.fillQueue(["a/01.flac", "a/02.flac", "a/03.flac"])
    if playing {
      fake.status.state = .play
      fake.status.current = .init(position: 1, id: fake.snapshot.entries[1].id)
    }
    fake.people.cues = [
      "a/02.flac": [
        Cue(number: 2, start: .seconds(1), end: .seconds(9), kind: .loop, name: "Da", colour: 0xFF),
        Cue(number: 1, start: .milliseconds(12_345), kind: CueKind("drop") ?? .marker),
      ],
      "a/03.flac": [Cue(number: 1, start: .seconds(3), kind: .marker)],
      "a/04.flac": [Cue(number: 1, start: .seconds(4), kind: .marker)],
    ]
    return Conversation(fake)
  }

  @Test(arguments: [
    (
      "cues \"\"",
      [
        "cue: 2", "time: 1.000", "end: 9.000", "type: loop", "name: Da", "colour: 0000FF", "cue: 1",
        "time: 12.345", "type: drop", "OK",
      ]
    ),
    ("cues a/01.flac", ["OK"]), ("cues gone.flac", ["ACK [50@0] {cues} No such song: gone.flac"]),
    ("cueadd \"\" 1.5", ["cue: 7", "time: 1.500", "type: marker", "OK"]),
    (
      "cueadd a/01.flac 1.5 end 2 type verse name \"Da da\" colour #102030",
      ["cue: 7", "time: 1.500", "end: 2.000", "type: verse", "name: Da da", "colour: 102030", "OK"]
    ),
    ("cueadd \"\" x", ["ACK [2@0] {cueadd} 0 to 360000 seconds expected: x"]),
    ("cueadd \"\" inf", ["ACK [2@0] {cueadd} 0 to 360000 seconds expected: inf"]),
    ("cueadd \"\" 1 end 1e9", ["ACK [2@0] {cueadd} 0 to 360000 seconds expected: 1e9"]),
    ("cueadd \"\" -1", ["ACK [2@0] {cueadd} 0 to 360000 seconds expected: -1"]),
    ("cueadd \"\" 1 end", ["ACK [2@0] {cueadd} \"end\" needs a value"]),
    ("cueadd \"\" 1 mood x", ["ACK [2@0] {cueadd} Unknown part of a cue: mood"]),
    ("cueadd \"\" 1 colour red", ["ACK [2@0] {cueadd} RRGGBB expected, six hexadecimal digits: red"]),
    (
      "cueedit \"\" 2 time 2 end \"\" type marker name \"\" colour \"\"",
      ["cue: 2", "time: 2.000", "type: marker", "OK"]
    ),
    ("cueedit \"\" 5 name x", ["ACK [50@0] {cueedit} No such cue: 5"]),
    ("cuerm \"\" 2", ["OK"]), ("cuerm \"\" 5", ["ACK [50@0] {cuerm} No such cue: 5"]),
    ("cuerm \"\" x", ["ACK [2@0] {cuerm} The number of a cue from 1 to 256 expected: x"]),
    ("cueplay \"\" 5", ["ACK [50@0] {cueplay} No such cue: 5"]),
    (
      "cuestep next",
      ["cue: 2", "time: 1.000", "end: 9.000", "type: loop", "name: Da", "colour: 0000FF", "OK"]
    ),
    ("cuestep previous", ["OK"]),
    ("cuestep on", ["ACK [2@0] {cuestep} Expected \"next\" or \"previous\": on"]),
    ("loop", ["OK"]),
    ("loop on", ["ACK [2@0] {loop} Expected \"off\" or START END: on"]),
    ("loop 1 inf", ["ACK [2@0] {loop} 0 to 360000 seconds expected: inf"]),
    ("loop 5 5", ["ACK [2@0] {loop} A loop must end at least 0.1 s after its start"]),
    ("loopcue 1", ["ACK [2@0] {loopcue} The cue has no end: set one, or give a second cue"]),
    ("loopcue 1 9", ["ACK [50@0] {loopcue} No such cue: 9"]),
  ])
  func `a command is answered`(line: String, answer: [String]) {
    expectEqual(conversation().ask(line), answer)
  }

  @Test func `a cue is played in the song that is current, in one of the queue, or in one that is put there`()
  {
    let client = conversation()
    let ids = fake.snapshot.entries.map(\.id)
    expectEqual(client.ask("cueplay \"\" 1"), ["OK"])
    expectEqual(fake.performed, [.seekID(ids[1], to: .milliseconds(12_345))])
    expectEqual(client.ask("cueplay a/03.flac 1"), ["OK"])
    #expect(fake.performed.last == .seekID(ids[2], to: .seconds(3)) && fake.edits.isEmpty)
    expectEqual(client.ask("cueplay a/04.flac 1"), ["OK"])
    expectEqual(fake.edits, [.add([FakeBackend.track("a/04.flac")], at: .position(2))])
    expectEqual(fake.performed.last, .seekID(fake.snapshot.entries[2].id, to: .seconds(4)))
    fake.status.state = .pause
    expectEqual(client.ask("cueplay \"\" 1"), ["OK"])
    expectEqual(fake.performed.last, .setPaused(false))
  }

  @Test func `a cue with an end is a loop unless it is called something else`() {
    let client = conversation()
    for (line, kind) in [("end 3", CueKind.loop), ("end 3 type marker", .marker), ("name x", .marker)] {
      #expect(client.ask("cueadd a/03.flac 1 \(line)").contains("type: \(kind.word)"), "\(line)")
    }
    let answer = client.ask("cueadd a/03.flac 1 type \"No word\"")
    #expect(
      answer == [
        "ACK [2@0] {cueadd} A cue's type is a word of letters a-z, digits and dashes: No word"
      ])
  }

  @Test func `a step goes to the next or previous cue within the part that plays`() throws {
    let client = conversation()
    let id = fake.snapshot.entries[1].id
    fake.status.elapsed = .seconds(5)
    expectEqual(client.ask("cuestep next"), ["cue: 1", "time: 12.345", "type: drop", "OK"])
    expectEqual(fake.performed.last, .seekID(id, to: .milliseconds(12_345)))
    expectEqual(client.ask("cuestep previous").first, "cue: 2")
    expectEqual(fake.performed.last, .seekID(id, to: .seconds(1)))
    fake.status.elapsed = .seconds(13)
    #expect(client.ask("cuestep next") == ["ACK [50@0] {cuestep} No such cue"])
    fake.status.state = .stop
    #expect(client.ask("cuestep next") == ["ACK [55@0] {cuestep} Not playing"])
    expectEqual(fake.performed.count, 2)
  }

  @Test func `a section is looped by its times, by a cue and between two`() throws {
    let client = conversation()
    func looped(_ start: Duration, _ end: Duration) -> Event? {
      LoopSection(start: start, end: end).map { .setLoop($0) }
    }
    expectEqual(client.ask("loop 1.5 3"), ["OK"])
    expectEqual(fake.performed.last, looped(.milliseconds(1500), .seconds(3)))
    expectEqual(client.ask("loopcue 2"), ["OK"])
    expectEqual(fake.performed.last, looped(.seconds(1), .seconds(9)))
    expectEqual(client.ask("loopcue 1 2"), ["OK"])
    expectEqual(fake.performed.last, looped(.seconds(1), .milliseconds(12_345)))
    #expect(client.ask("loop off") == ["OK"] && fake.performed.last == .setLoop(nil))
    fake.status.loop = LoopSection(start: .seconds(1), end: .seconds(9))
    expectEqual(client.ask("loop"), ["start: 1.000", "end: 9.000", "OK"])
  }

  @Test func `commands for the current song are refused without one`() {
    let client = conversation(playing: false)
    for line in [
      "cues \"\"", "cueadd \"\" 1", "cueedit \"\" 1", "cuerm \"\" 1", "cueplay \"\" 1", "loopcue 1",
      "cuestep next",
    ] {
      #expect(client.ask(line).first?.hasSuffix("No current song") == true, "\(line)")
    }
  }
}
