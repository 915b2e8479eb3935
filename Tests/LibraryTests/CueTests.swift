import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Cue points that people add.
@Suite("Cues") struct CueTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    // The disc's number is the length, else it is unknown; a title that begins with "about" is of an estimated one.
    bench = try Bench(read: { file in
      var facts = FakeFiles.read(file)
      if case .details(var details) = facts {
        details.duration = details.disc.map { .seconds($0) }
        details.durationIsEstimated = details.title?.hasPrefix("about") == true
        details.disc = nil
        facts = .details(details)
      }
      return facts
    })
    stick = try Stick(["a/1.mp3": Self.tagged(1), "2.mp3": Self.tagged(2)])
  }

  private static func tagged(_ number: Int) -> [UInt8] {
    FakeFiles.content(title: "Title \(number)", artist: "Artist", album: "Album", track: number)
  }

  private func track(_ path: String, _ volume: VolumeInfo) -> TrackReference {
    TrackReference(volume: volume.id, path: Array(path.utf8))
  }

  private func cues(_ track: TrackReference) throws -> [Cue] {
    try bench.answer { (done: @escaping (Result<[Cue], Refusal>) -> Void) in
      bench.library.cues.all(of: .track(track), completion: done)
    }.get()
  }

  @discardableResult
  private func change(_ track: TrackReference, _ change: CueChange) throws -> Result<Cue, Refusal> {
    try bench.answer { (done: @escaping (Result<Cue, Refusal>) -> Void) in
      bench.library.cues.change(of: .track(track), change, completion: done)
    }
  }

  private func add(
    _ seconds: Int, end: Int? = nil, _ kind: CueKind = .marker, name: String? = nil, colour: UInt32? = nil
  ) -> CueChange {
    .add(start: .seconds(seconds), end: end.map { .seconds($0) }, kind: kind, name: name, colour: colour)
  }

  @Test func `cues are sorted by their times, and keep their numbers`() throws {
    let volume = try bench.mount(stick.path)
    let one = track("a/1.mp3", volume)
    let drop = try #require(CueKind("drop"))
    try expectEqual(change(one, add(30, drop, name: "Da", colour: 0xFF_0000)).get().number, 1)
    try expectEqual(change(one, add(10, end: 20, .loop)).get().number, 2)
    try expectEqual(change(one, add(10)).get().number, 3)
    try expectEqual(cues(one).map(\.number), [2, 3, 1])
    try expectEqual(
      cues(one)[2], Cue(number: 1, start: .seconds(30), end: nil, kind: drop, name: "Da", colour: 0xFF_0000))
    #expect(
      try change(one, .edit(number: 1, [.start(.seconds(5)), .name(nil), .colour(0xFF)])).get().name == nil)
    try expectEqual(cues(one).map(\.number), [1, 2, 3])
    try expectEqual(change(one, .remove(number: 2)).get().kind, .loop)
    #expect(try change(one, add(1)).get().number == 2, "the least that is free")
    #expect(try cues(one).map(\.number) == [2, 1, 3] && cues(track("2.mp3", volume)) == [])
    #expect(bench.events.contains { if case .cuesChanged(one) = $0 { true } else { false } })
  }

  @Test func `a cue lies within the song, as far as its length is known`() throws {
    stick.write("exact.mp3", FakeFiles.content(title: "exact", disc: 60))
    stick.write("about.mp3", FakeFiles.content(title: "about", disc: 60))
    let volume = try bench.mount(stick.path)
    let (exact, about) = (track("exact.mp3", volume), track("about.mp3", volume))
    let refused = Result<Cue, Refusal>.failure(.behindSongEnd(.seconds(60)))
    try expectEqual(change(exact, add(60)), refused)
    try expectEqual(change(exact, add(61)), refused)
    try expectEqual(change(exact, add(59, end: 61)), refused)
    try expectEqual(change(exact, add(59, end: 60)).get().number, 1)
    try expectEqual(change(exact, .edit(number: 1, [.end(.seconds(61))])), refused)
    try expectEqual(
      change(exact, .edit(number: 1, [.start(.seconds(70)), .end(nil), .kind(.marker)])), refused)
    try expectEqual(change(about, add(99)).get().start, .seconds(99))
    try expectEqual(change(about, add(101)), refused)
    try expectEqual(change(track("2.mp3", volume), add(360_000)).get().start, .seconds(360_000))
    // One that the file has become too short for keeps what it is, and can be named and removed.
    stick.write("exact.mp3", FakeFiles.content(title: "exact", disc: 6))
    try bench.scan(rescan: true)
    try expectEqual(change(exact, .edit(number: 1, [.name("late")])).get().name, "late")
    try expectEqual(change(exact, .remove(number: 1)).get().number, 1)
  }

  @Test func `a cue that is not valid is refused, and changes nothing`() throws {
    let volume = try bench.mount(stick.path)
    let one = track("a/1.mp3", volume)
    try change(one, add(10, end: 20, .loop))
    let before = try cues(one)
    for (change, refusal) in [
      (add(-1), Refusal.badCueTime), (add(5, end: 5), .badCueTime), (add(5, end: 4), .badCueTime),
      (add(400 * 86_400), .badCueTime), (add(5, .loop), .noCueEnd),
      (add(5, name: "a\nb"), .badCueName(mostBytes: Cue.mostNameBytes)),
      (add(5, name: String(repeating: "n", count: 1025)), .badCueName(mostBytes: Cue.mostNameBytes)),
      (add(5, colour: 0x100_0000), .badColour),
      (.edit(number: 1, [.end(nil)]), .noCueEnd), (.edit(number: 1, [.start(.seconds(20))]), .badCueTime),
      (.edit(number: 7, [.name("x")]), .noSuchCue), (.remove(number: 7), .noSuchCue),
    ] {
      try expectEqual(self.change(one, change), .failure(refusal))
    }
    try expectEqual(cues(one), before)
    try expectEqual(change(track("9.mp3", volume), add(1)), .failure(.noSuchSong))
    #expect(throws: Refusal.noSuchSong) { try cues(track("9.mp3", volume)) }
    let away = TrackReference(volume: VolumeID(high: 1, low: 2), path: one.path)
    try expectEqual(change(away, add(1)), .failure(.volumeGone))
    for word in ["", "Drop", "two words", "-x", String(repeating: "x", count: 33)] {
      #expect(CueKind(word) == nil)
    }
    for word in CueKind.known + ["fade-in", "x2"] { expectEqual(CueKind(word)?.word, word) }
  }

  @Test func `cues of a track are limited`() throws {
    let volume = try bench.mount(stick.path)
    let one = track("a/1.mp3", volume)
    for number in 1...Cue.most { try expectEqual(change(one, add(number)).get().number, number) }
    try expectEqual(change(one, add(1)), .failure(.tooManyCues(most: Cue.most)))
    try expectEqual(cues(one).count, Cue.most)
  }

  @Test func `cues stay with a file that moves, and with a missing one`() throws {
    let volume = try bench.mount(stick.path)
    try change(track("a/1.mp3", volume), add(10, name: "Da"))
    try change(track("2.mp3", volume), add(20))
    stick.move("a/1.mp3", to: "b/moved.mp3")
    stick.remove("2.mp3")
    try bench.scan()
    try expectEqual(cues(track("b/moved.mp3", volume)).map(\.name), ["Da"])
    try expectEqual(cues(track("2.mp3", volume)).map(\.start), [.seconds(20)])
    stick.write("c/2.mp3", Self.tagged(2))
    try bench.scan()
    try expectEqual(cues(track("c/2.mp3", volume)).map(\.start), [.seconds(20)])
    try bench.unmount(stick.path)
    let again = try bench.mount(stick.path)
    try expectEqual(cues(track("b/moved.mp3", again)).map(\.name), ["Da"])
  }

  @Test(arguments: [
    "number = 0", "number = -1", "start_us = -1", "end_us = 1", "kind = 'Nonsense'", "kind = ''",
    "name = 'a' || char(10)", "name = ''", "colour = 16777216", "kind = 'loop', end_us = NULL",
    "start_us = 9223372036854775807",
  ])
  func `a cue that this program never writes is not believed`(_ value: String) throws {
    let volume = try bench.mount(stick.path)
    try change(track("2.mp3", volume), add(20, end: 30))
    try bench.unmount(stick.path)
    try stick.sql("PRAGMA ignore_check_constraints = ON; UPDATE cues SET \(value)")
    let store = try stick.open()
    defer { store.close() }
    let error = #expect(throws: StoreError.self) { try store.people.cues.all(at: Array("2.mp3".utf8)) }
    expectEqual(error?.kind, .foreign)
    #expect(throws: StoreError.self) { try store.people.cues.check() }
  }

  @Test func `the rows of this program pass the checks of a backup`() throws {
    let volume = try bench.mount(stick.path)
    try change(track("2.mp3", volume), add(20, end: 30, .loop, name: "Da", colour: 0xFF))
    let refusal = try bench.answer { (done: @escaping (Result<Bool, Refusal>) -> Void) in
      bench.library.stickers.change(
        of: .text(type: "Artist", "Artist", home: volume.id), .set(name: "n", value: ""),
        completion: done)
    }
    expectEqual(refusal, .success(false))
    try bench.unmount(stick.path)
    var store = try stick.open()
    try store.people.cues.check()
    try store.people.stickers.check()
    store.close()
    try stick.sql(
      "PRAGMA ignore_check_constraints = ON; UPDATE stickers SET value = printf('%.*c', 5000, 'x')")
    store = try stick.open()
    defer { store.close() }
    #expect(throws: StoreError.self) { try store.people.stickers.check() }
  }
}
