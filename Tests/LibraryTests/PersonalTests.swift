import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What people say of tracks.
@Suite("Personal data of tracks") struct PersonalTests {
  private func tagged(_ number: Int) -> [UInt8] {
    FakeFiles.content(title: "Title \(number)", artist: "Artist", album: "Album", track: number)
  }

  private func track(_ path: String, on volume: VolumeInfo) -> TrackReference {
    TrackReference(volume: volume.id, path: Array(path.utf8))
  }

  private func values(_ track: TrackReference, _ bench: Bench) throws -> PersonalValues {
    try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.report(of: .track(track)) { done($0.map(\.values)) }
    }.get()
  }

  @discardableResult
  private func change(
    _ track: TrackReference, _ edits: [PersonalEdit], _ bench: Bench
  ) throws -> Result<PersonalValues, Refusal> {
    try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(track), edits) { done($0.map(\.values)) }
    }
  }

  private func changesTold(_ bench: Bench) -> Int {
    bench.events.count { if case .stickersChanged = $0 { true } else { false } }
  }

  @Test func `each value is set and removed, and clients are notified`() throws {
    let stick = try Stick(["a/1.mp3": tagged(1), "2.mp3": tagged(2)])
    let bench = try Bench()
    let volume = try bench.mount(stick.path)
    let one = track("a/1.mp3", on: volume)
    try expectEqual(values(one, bench), PersonalValues())
    let all: [PersonalEdit] = [
      .toggleFavourite, .rate(7), .colour(0xFF_8000), .notes("Für später"), .plays(3), .skips(1),
      .lastPlayed(1_700_000_000),
    ]
    let kept = try change(one, all, bench).get()
    #expect(kept.isFavourite && kept.rating == 7 && kept.colour == 0xFF_8000 && kept.notes == "Für später")
    #expect(kept.plays == 3 && kept.skips == 1 && kept.lastPlayed == 1_700_000_000)
    #expect(try values(one, bench) == kept && changesTold(bench) == 1)
    try expectEqual(values(track("2.mp3", on: volume), bench), PersonalValues())
    // What is so already is nothing new.
    try expectEqual(change(one, [.rate(7), .like(.favourite)], bench).get(), kept)
    expectEqual(changesTold(bench), 1)
    #expect(try change(one, [.toggleFavourite, .rate(nil), .notes("")], bench).get().notes == nil)
    expectEqual(changesTold(bench), 2)
    let left = try values(one, bench)
    #expect(left.liking == nil && left.rating == nil && left.colour == 0xFF_8000 && left.plays == 3)
    try change(one, [.like(.disliked)], bench)
    #expect(try values(one, bench).liking == .disliked && values(one, bench).isFavourite == false)
    try change(one, [.toggleFavourite], bench)
    #expect(try values(one, bench).isFavourite)
  }

  @Test func `values that are not valid are refused as a whole`() throws {
    let stick = try Stick(["1.mp3": tagged(1)])
    let bench = try Bench()
    let volume = try bench.mount(stick.path)
    let one = track("1.mp3", on: volume)
    for bad: PersonalEdit in [
      .rate(11), .rate(-1), .colour(0x100_0000), .plays(-1), .skips(-1), .lastPlayed(-5),
      .notes(String(repeating: "ä", count: 4097)),
    ] {
      try expectEqual(
        change(one, [.rate(3), bad], bench), .failure(.badNotes(mostBytes: PersonalValues.mostNotesBytes)))
    }
    try expectEqual(values(one, bench), PersonalValues())
    #expect(try change(one, [.notes(String(repeating: "ä", count: 4096))], bench).get().notes != nil)
    try expectEqual(
      change(one, [.notes("a\rb")], bench), .failure(.badNotes(mostBytes: PersonalValues.mostNotesBytes)))
    try expectEqual(change(one, [.notes("a\nb")], bench).get().notes, "a\nb")
    try expectEqual(change(track("2.mp3", on: volume), [.rate(3)], bench), .failure(.noSuchSong))
    try expectEqual(change(track("x/2.mp3", on: volume), [.rate(3)], bench), .failure(.noSuchSong))
    let elsewhere = TrackReference(volume: VolumeID(high: 1, low: 2), path: one.path)
    try expectEqual(change(elsewhere, [.rate(3)], bench), .failure(.volumeGone))
    #expect(throws: Refusal.volumeGone) { try values(elsewhere, bench) }
  }

  @Test func `values stay with a file that moves, that vanishes and returns, and that is written again`()
    throws
  {
    let stick = try Stick(["m/1.mp3": tagged(1), "m/2.mp3": tagged(2), "3.mp3": tagged(3)])
    let bench = try Bench()
    let volume = try bench.mount(stick.path)
    for (number, path) in ["m/1.mp3", "m/2.mp3", "3.mp3"].enumerated() {
      _ = try change(track(path, on: volume), [.rate(number + 1), .plays(10)], bench).get()
    }
    func absentFavourites() throws -> Int {
      try bench.answer { (done: @escaping (Int) -> Void) in
        bench.library.personal.absentFavourites(completion: done)
      }
    }
    for path in ["m/2.mp3", "3.mp3"] {
      _ = try change(track(path, on: volume), [.like(.favourite)], bench).get()
    }
    try expectEqual(absentFavourites(), 0)
    stick.move("m/1.mp3", to: "a/deep/renamed.mp3")

    stick.remove("m/2.mp3")
    stick.write("3.mp3", tagged(33))
    try bench.scan()
    try expectEqual(values(track("a/deep/renamed.mp3", on: volume), bench).rating, 1)
    try expectEqual(values(track("3.mp3", on: volume), bench).rating, 3)
    // Its file is away, and what is known of it is not.
    try expectEqual(values(track("m/2.mp3", on: volume), bench).rating, 2)
    try expectEqual(absentFavourites(), 1)
    _ = try change(track("m/2.mp3", on: volume), [.skips(1)], bench).get()
    stick.write("b/2.mp3", tagged(2))
    try bench.scan()
    let back = try values(track("b/2.mp3", on: volume), bench)
    #expect(back.rating == 2 && back.plays == 10 && back.skips == 1)
    // The rows are the same after the volume was away.
    try bench.unmount(stick.path)
    let again = try bench.mount(stick.path)
    expectEqual(again.id, volume.id)
    try expectEqual(values(track("b/2.mp3", on: again), bench), back)
  }

  @Test(arguments: [
    "favourite = 3", "rating = 11", "rating = -1", "colour = 16777216", "plays = -1", "last_played = -1",
    "notes = printf('%.*c', 9000, 'x')", "notes = 'a' || char(13)",
  ]) func `a value that this program never writes is not believed`(_ value: String) throws {
    let stick = try Stick(["1.mp3": tagged(1)])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    try stick.sql(
      "PRAGMA ignore_check_constraints = ON; INSERT INTO personal (track) VALUES (1); UPDATE personal SET \(value)"
    )
    let store = try stick.open()
    defer { store.close() }
    let error = #expect(throws: StoreError.self) { try store.personal(at: Array("1.mp3".utf8)) }
    expectEqual(error?.kind, .foreign)
  }

  @Test func `a change counts as one of people's, whatever it holds, and nothing changed as none`() throws {
    let stick = try Stick(["1.mp3": tagged(1)])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    let store = try stick.open()
    defer { store.close() }
    let before = try store.changeCount()
    let path = Array("1.mp3".utf8)
    _ = try store.change(personalAt: path, [.rate(3), .plays(1), .toggleFavourite]).get()
    try expectEqual(store.changeCount(), before + 1)
    _ = try store.change(personalAt: path, [.rate(3)]).get()
    _ = try store.change(personalAt: path, []).get()
    try expectEqual(store.changeCount(), before + 1)
  }

  @Test func `lists of what people say merge volumes, and rows of songs get what is known of each`() throws {
    let (first, second) = (
      try Stick(["a/1.mp3": tagged(1), "2.mp3": tagged(2)]),
      try Stick(["3.mp3": tagged(3), "4.mp3": tagged(4)])
    )
    let bench = try Bench()
    let one = try bench.mount(first.path, isFixed: true)
    let two = try bench.mount(second.path, label: "Two")
    try change(track("a/1.mp3", on: one), [.rate(6), .like(.favourite)], bench)
    try change(track("2.mp3", on: one), [.rate(9)], bench)
    try change(track("3.mp3", on: two), [.rate(7), .colour(255)], bench)
    try change(track("4.mp3", on: two), [.rate(10), .like(.favourite)], bench)
    func names(_ list: ListeningList, in window: Range<Int> = 0..<50) throws -> [String] {
      let page = try bench.answer { (done: @escaping (Result<SongPlaces, Refusal>) -> Void) in
        bench.library.listening.list(list, in: window, completion: done)
      }.get()
      expectEqual(page.total, (list == .favourites ? 2 : 4))
      let found = try bench.answer { (done: @escaping (Result<[Track?], Refusal>) -> Void) in
        bench.library.catalogue.tracks(in: page.places, completion: done)
      }.get()
      return found.map { $0?.details.title ?? "" }
    }
    try expectEqual(names(.rated), ["Title 4", "Title 2", "Title 3", "Title 1"])
    try expectEqual(names(.rated, in: 1..<3), ["Title 2", "Title 3"])
    try expectEqual(names(.favourites), ["Title 1", "Title 4"])
    try expectEqual(Set(names(.recentlyAdded)), ["Title 1", "Title 2", "Title 3", "Title 4"])
    _ = try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
      bench.library.analyses.say(
        tempo: .some(99.5), key: .some(MusicalKey("Am")), of: track("2.mp3", on: one), completion: done)
    }.get()
    let found = try bench.answer { (done: @escaping ([SongAnnotations?]) -> Void) in
      bench.library.personal.annotations(
        of: ["Two/3.mp3", "2.mp3", "Away/x.mp3", "", "a/1.mp3", "Two/4.mp3"], completion: done)
    }
    #expect(found.map { $0?.rating } == [7, 9, nil, nil, 6, 10])
    #expect(found.map { $0?.isFavourite } == [false, false, nil, nil, true, true])
    #expect(found[0]?.colour == 255 && found[1]?.tempo == 99.5 && found[1]?.key == MusicalKey("Am"))
  }
}
