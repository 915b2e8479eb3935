import Control
import Model
import Player
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

/// What people say of songs, from the protocol and from buttons, down to the stick.
@Suite("Personal data and the protocol")
struct PersonalDataTests {
  private let shelf: Shelf
  private let box: Box

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["1.flac": "album/2-01 Solder.flac", "2.mp3": "album/1-02 Ratchet Rag.mp3"])
    box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
  }

  private func answer<Value>(_ ask: (@escaping (Result<Value, Refusal>) -> Void) -> Void) throws -> Value {
    var answers: [Result<Value, Refusal>] = []
    ask { answers.append($0) }
    try box.turn { !answers.isEmpty }
    expectEqual(answers.count, 1)
    return try answers[0].get()
  }

  /// Rows that the stick would have if it was pulled now.
  private func afterPull(_ count: StaticString) throws -> Int64? {
    try shelf.afterPull(of: "Stick") {
      try $0.first(count) { (row) throws(StoreError) in try row.integer(0) }
    }
  }

  @Test func `a change is answered when a pulled stick would have it, and announced`() throws {
    let before = box.announced.count
    let report: PersonalReport = try answer {
      box.core.library.personal.change(of: .uri("Stick/1.flac"), [.rate(7)], completion: $0)
    }
    #expect(report.uri == "Stick/1.flac" && report.values.rating == 7 && !report.values.isFavourite)
    try expectEqual(afterPull("SELECT count(*) FROM personal WHERE rating = 7"), 1)
    #expect(box.announced[before...].contains { $0.contains(.sticker) })
    #expect(throws: Refusal.noSuchSong) {
      try answer { box.core.library.personal.change(of: .uri("Stick/9.flac"), [.rate(7)], completion: $0) }
        as PersonalReport
    }
    #expect(throws: Refusal.noSuchSong) {
      try answer { box.core.library.personal.change(of: .uri("Nowhere/9.flac"), [.rate(7)], completion: $0) }
        as PersonalReport
    }
    let value: String? = try answer {
      _ = box.core.library.stickers.value("rating", of: .song(uri: "Stick/1.flac"), completion: $0)
    }
    expectEqual(value, "7")
    box.stop()
  }

  @Test func `buttons set personal data of the current song`() throws {
    box.core.controller.report(.add(try box.tracks(["1.flac", "2.mp3"], of: "Stick"), at: .end))
    box.core.controller.report(.play)
    try box.turn { box.sounds() }
    box.core.controller.report(.perform(.favourite))
    box.core.controller.report(.perform(.rate(9)))
    try box.turn {
      let report: PersonalReport = try answer {
        _ = box.core.library.personal.report(of: .uri("Stick/1.flac"), completion: $0)
      }
      return report.values.isFavourite && report.values.rating == 9
    }
    box.core.controller.report(.perform(.favourite))
    try box.turn {
      let report: PersonalReport = try answer {
        _ = box.core.library.personal.report(of: .uri("Stick/1.flac"), completion: $0)
      }
      return !report.values.isFavourite && report.values.rating == 9
    }
    box.stop()
  }

  @Test func `cues are kept on the stick, and buttons go to them`() throws {
    func add(_ start: Duration, end: Duration? = nil, _ kind: CueKind = .marker, name: String? = nil)
      -> CueChange
    {
      .add(start: start, end: end, kind: kind, name: name, colour: nil)
    }
    let first: Cue = try answer {
      box.core.library.cues.change(of: .uri("Stick/1.flac"), add(.seconds(2), name: "Da"), completion: $0)
    }
    expectEqual(first, Cue(number: 1, start: .seconds(2), kind: .marker, name: "Da"))
    let loop: Cue = try answer {
      box.core.library.cues.change(
        of: .uri("Stick/1.flac"), add(.seconds(1), end: .seconds(2), .loop), completion: $0)
    }
    #expect(loop.kind == .loop && loop.end == .seconds(2))
    try expectEqual(afterPull("SELECT count(*) FROM cues"), 2)
    #expect(throws: Refusal.self) {
      try answer {
        box.core.library.cues.change(of: .uri("Stick/1.flac"), add(.zero, .loop), completion: $0)
      } as Cue
    }
    box.core.controller.report(.add(try box.tracks(["1.flac"], of: "Stick"), at: .end))
    box.core.controller.report(.play)
    try box.turn { box.sounds() }
    box.core.controller.report(.perform(.nextCue))
    try box.turn { box.elapsed >= .seconds(1) }
    box.core.controller.report(.perform(.nextCue))
    try box.turn { box.elapsed >= .seconds(2) }
    box.stop()
  }

  @Test func `a loop goes round, and ends with the word`() throws {
    box.core.controller.report(.add(try box.tracks(["1.flac"], of: "Stick"), at: .end))
    box.core.controller.report(.play)
    try box.turn { box.sounds() }
    let section = try #require(LoopSection(start: .milliseconds(500), end: .milliseconds(800)))
    try box.core.controller.handle(.setLoop(section))
    // Once it has come to the second half of a round, it comes to a first half again.
    try box.turn { box.elapsed > .milliseconds(650) }
    try box.turn { box.elapsed < .milliseconds(600) }
    #expect(box.player.transport == .play && box.core.controller.status.loop == section)
    try box.core.controller.handle(.setLoop(nil))
    try box.turn { box.elapsed > .milliseconds(900) }
    box.stop()
  }
}
