import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Files whose new name is one that another file had: renumbered, swapped, with others inserted.
@Suite("Files renamed to names that were taken") struct RenamedInPlaceTests {
  /// Files that differ in their tags, and in their length where `seconds` says so. No two have the same time: one that
  /// has another's size and time cannot be told from it without opening both.
  private final class Tray {
    let stick: Stick
    private var time = 1_600_000_000

    init() throws { stick = try Stick() }

    func write(_ path: String, _ title: String, seconds: Int? = nil) {
      stick.write(
        path, FakeFiles.content(title: title, artist: "Artist", album: "Album", track: 1, seconds: seconds))
      time += 7
      stick.setModified(path, seconds: time)
    }

    /// Renames files at once, whichever of them have each other's names.
    func rename(_ names: [(String, String)]) {
      for (from, _) in names { stick.move(from, to: from + " on its way") }
      for (from, to) in names { stick.move(from + " on its way", to: to) }
    }

    /// Scans everything, or what lies below `path`; gives where each row that is here lies, by its number, and what was
    /// told of it.
    @discardableResult
    func scan(_ path: String? = nil) throws -> (
      places: [Int64: String], moved: [[String: String]], opened: Int
    ) {
      let bench = try Bench()
      // Mounting scans everything.
      let before = bench.events.count
      _ = try bench.mount(stick.path, isFixed: true)
      if let path { try bench.scan(path) }
      expectEqual(bench.warnings, [])
      var (moved, opened): ([[String: String]], Int) = ([], 0)
      for event in bench.events[before...] {
        if case .moved(let places) = event {
          func text(_ track: TrackReference) -> String { String(decoding: track.path, as: UTF8.self) }
          moved.append(Dictionary(uniqueKeysWithValues: places.map { (text($0), text($1)) }))
        }
        if case .progress(_, let progress) = event { opened = progress.opened }
      }
      try bench.unmount(stick.path)
      return (try here(), moved, opened)
    }

    func here() throws -> [Int64: String] {
      Dictionary(uniqueKeysWithValues: try stick.rows().filter { $0.state == 0 }.map { ($0.id, $0.path) })
    }
  }

  private func name(_ number: Int) -> String { "a/\(number < 10 ? "0" : "")\(number).mp3" }

  /// What becomes of paths that are followed through all that was told.
  private func follow(_ paths: [String], _ moved: [[String: String]]) -> [String] {
    moved.reduce(paths) { paths, places in paths.map { places[$0] ?? $0 } }
  }

  @Test(
    arguments: [[2, 1], [2, 3, 1], [2, 3, 4], [0, 1, 2], [3, 2, 1], [1, 3, 2], [3, 0, 5]], [true, false])
  func `rows follow files through swaps, circles and chains`(target: [Int], isLengthKnown: Bool) throws {
    let tray = try Tray()
    for number in 1...3 {
      tray.write(name(number), "T\(number)", seconds: isLengthKnown ? 60 + number : nil)
    }
    let before = try tray.scan().places
    tray.rename((1...3).filter { $0 <= target.count }.map { (name($0), name(target[$0 - 1])) })
    let after = try tray.scan()
    let places = Dictionary(uniqueKeysWithValues: target.indices.map { (name($0 + 1), name(target[$0])) })
    #expect(after.places == before.mapValues { places[$0] ?? $0 })
    #expect(follow((1...3).map(name), after.moved) == (1...3).map { places[name($0)] ?? name($0) })
    // And nothing is left to do.
    try expectEqual(tray.scan().opened, 0)
    try expectEqual(tray.stick.rows().count, 3)
  }

  @Test(arguments: [1, -1, 40, -40]) func `songs of several batches keep their rows when renumbered`(
    step: Int
  ) throws {
    let tray = try Tray()
    let count = 2 * ScanBatch.most + 50
    for number in 1...count { tray.write(name(number + 50), "T\(number)") }
    let before = try tray.scan().places
    tray.rename((1...count).map { (name($0 + 50), name($0 + 50 + step)) })
    let after = try tray.scan()
    #expect(
      after.places
        == before.mapValues { path in
          let number = Int(path.dropFirst(2).dropLast(4)) ?? 0
          return name(number + step)
        })
    #expect(
      follow((1...count).map { name($0 + 50) }, after.moved) == (1...count).map { name($0 + 50 + step) })
    try expectEqual(tray.stick.rows().count, count)
  }

  @Test func `songs keep their rows when one is inserted before them`() throws {
    let tray = try Tray()
    for number in 1...5 { tray.write(name(number), "T\(number)", seconds: number) }
    let before = try tray.scan().places
    tray.rename((1...5).map { (name($0), name($0 + 1)) })
    tray.write(name(1), "New", seconds: 77)
    let after = try tray.scan().places
    expectEqual(after.count, 6)
    for (id, path) in before {
      expectEqual(after[id], name((Int(path.dropFirst(2).dropLast(4)) ?? 0) + 1))
    }
  }

  @Test func `a replaced song is found far after its old place, and the new one is new`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "Old", seconds: 10)
    for number in 1...(3 * ScanBatch.most) { tray.write("m/\(number).mp3", "M\(number)") }
    let before = try tray.scan().places
    let old = try #require(before.first { $0.value == "a/1.mp3" }?.key)
    tray.rename([("a/1.mp3", "z/9.mp3")])
    tray.write("a/1.mp3", "New", seconds: 20)
    // So that batches lie between.
    for number in 1...(3 * ScanBatch.most) { tray.write("m/\(number).mp3", "N\(number)") }
    let after = try tray.scan().places
    expectEqual(after[old], "z/9.mp3")
    #expect(after.first { $0.value == "a/1.mp3" }.map { before[$0.key] == nil } == true)
    expectEqual(after.count, before.count + 1)
  }

  @Test func `a row whose file was overwritten is kept, and known when its file comes back`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "One", seconds: 1)
    tray.write("a/2.mp3", "Two", seconds: 2)
    let before = try tray.scan().places
    let (one, two) = (
      before.first { $0.value == "a/1.mp3" }!.key, before.first { $0.value == "a/2.mp3" }!.key
    )
    tray.rename([("a/1.mp3", "a/2.mp3")])
    try expectEqual(tray.scan().places, [one: "a/2.mp3"])
    #expect(try tray.stick.rows().first { $0.id == two }?.path == "a/2.mp3~\(two)")
    try expectEqual(tray.scan().opened, 0)
    tray.write("b/again.mp3", "Two", seconds: 2)
    try expectEqual(tray.scan().places, [one: "a/2.mp3", two: "b/again.mp3"])
  }

  @Test
  func `other tags of the same sound, and another file in the place of one that is gone, change no row`()
    throws
  {
    let tray = try Tray()
    tray.write("a/1.mp3", "One")
    tray.write("a/2.mp3", "Two", seconds: 2)
    let before = try tray.scan().places
    // A copy was made before the tags were changed.
    tray.write("b/copy.mp3", "One")
    tray.write("a/1.mp3", "One more")
    tray.write("a/2.mp3", "Another", seconds: 50)
    let after = try tray.scan().places
    for (id, path) in before { expectEqual(after[id], path) }
    expectEqual(after.count, 3)
    // What they are now is known from then on.
    try expectEqual(tray.scan().opened, 0)
    tray.rename([("a/1.mp3", "c/1.mp3"), ("a/2.mp3", "c/2.mp3")])
    let moved = try tray.scan().places
    for (id, path) in before { expectEqual(moved[id], "c" + path.dropFirst()) }
  }

  @Test func `a copy over another file takes nothing from the first`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "One", seconds: 1)
    tray.write("a/2.mp3", "Two", seconds: 2)
    let before = try tray.scan().places
    tray.write("a/2.mp3", "One", seconds: 1)
    try expectEqual(tray.scan().places, before)
  }

  @Test func `a song whose old place is unreadable is found elsewhere`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "One", seconds: 1)
    let before = try tray.scan().places
    tray.rename([("a/1.mp3", "z/1.mp3")])
    tray.stick.write("a/1.mp3", Array("no sound".utf8))
    let bench = try Bench()
    _ = try bench.mount(tray.stick.path)
    try bench.unmount(tray.stick.path)
    #expect(try tray.here() == ["z/1.mp3"].reduce(into: [:]) { $0[before.first!.key] = $1 })
    try expectEqual(tray.stick.rows().map(\.state).sorted(), [0, 2])
  }

  @Test func `an update of one place reads what is left in the other`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "One", seconds: 1)
    tray.write("b/1.mp3", "Two", seconds: 2)
    let bench = try Bench()
    _ = try bench.mount(tray.stick.path, isFixed: true)
    tray.rename([("b/1.mp3", "a/1.mp3")])
    tray.write("b/1.mp3", "Three", seconds: 3)
    try bench.scan("a")
    try expectEqual(bench.list(recursive: true), ["a/", "a/1.mp3", "b/", "b/1.mp3"])
    try expectEqual(bench.track("a/1.mp3").details.title, "Two")
    try expectEqual(bench.track("b/1.mp3").details.title, "Three")
    try bench.unmount(tray.stick.path)
    // Who was in a/1.mp3 has gone, and is kept.
    try expectEqual(tray.stick.rows().map(\.state), [1, 0, 0])
  }

  @Test(arguments: ["z", nil])
  func `a replaced song is found anywhere, though one folder alone was updated before`(
    place: String?
  ) throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "Old", seconds: 10)
    let old = try #require(try tray.scan().places.first?.key)
    let bench = try Bench()
    _ = try bench.mount(tray.stick.path, isFixed: true)
    tray.rename([("a/1.mp3", "z/9.mp3")])
    tray.write("a/1.mp3", "New", seconds: 20)
    // A second one changes nothing about that.
    for _ in 0..<2 { try bench.scan("a") }
    try expectEqual(bench.track("a/1.mp3").details.title, "New")
    if let place { try bench.scan(place) }
    try bench.unmount(tray.stick.path)
    if place == nil {
      // The song stays in its place until its file turns up.
      try expectEqual(tray.here(), [old: "a/1.mp3"])
    }
    let after = try tray.scan().places
    #expect(after[old] == "z/9.mp3" && after.count == 2)
    try expectEqual(tray.scan().opened, 0)
  }

  @Test func `a song replaced in a folder that was updated alone keeps its row in a full scan`()
    throws
  {
    let tray = try Tray()
    tray.write("a/1.mp3", "Old", seconds: 10)
    let before = try tray.scan().places
    tray.write("a/1.mp3", "New", seconds: 20)
    let bench = try Bench()
    _ = try bench.mount(tray.stick.path, isFixed: true)
    tray.write("a/1.mp3", "Newer", seconds: 30)
    try bench.scan("a")
    try bench.unmount(tray.stick.path)
    try expectEqual(tray.scan().places, before)
    try expectEqual(tray.scan().opened, 0)
    // It is known by what it is now.
    tray.rename([("a/1.mp3", "b/1.mp3")])
    #expect(try tray.scan().places == before.mapValues { _ in "b/1.mp3" })
  }

  @Test func `a rescan finds out that files of one size and time have changed names`() throws {
    let tray = try Tray()
    tray.write("a/1.mp3", "One")
    for number in 1...(2 * ScanBatch.most) { tray.write("m/\(number).mp3", "M\(number)") }
    tray.write("z/1.mp3", "Two")
    for path in ["a/1.mp3", "z/1.mp3"] { tray.stick.setModified(path, seconds: 1_500_000_000) }
    let before = try tray.scan().places
    tray.rename([("a/1.mp3", "z/1.mp3"), ("z/1.mp3", "a/1.mp3")])
    try expectEqual(tray.scan().opened, 0)
    let bench = try Bench()
    _ = try bench.mount(tray.stick.path, isFixed: true)
    try bench.scan(rescan: true)
    try bench.unmount(tray.stick.path)
    let other = ["a/1.mp3": "z/1.mp3", "z/1.mp3": "a/1.mp3"]
    #expect(try tray.here() == before.mapValues { other[$0] ?? $0 })
  }

  @Test func `scans that are cut come to the same rows in the end`() throws {
    let tray = try Tray()
    let count = 900
    for number in 1...count { tray.write(name(number), "T\(number)", seconds: number % 5) }
    let before = try tray.scan().places
    var dice = SystemRandomNumberGenerator()
    // The first has another name as well: written over in its place it would keep its row.
    var shuffled = (1...count).shuffled(using: &dice)
    if shuffled[0] == 1 { shuffled.swapAt(0, 1) }
    tray.rename(zip(1...count, shuffled).map { (name($0), name($1)) })
    tray.write(name(1), "New", seconds: 77)
    for isOrderly in [false, true, false, false] {
      let bench = try Bench()
      bench.library.mounts.appeared(path: tray.stick.path, isFixed: false, label: "x", isReadOnly: false)
      _ = try bench.wait { () -> Void? in
        for case .moved in bench.events { return () }
        for case .progress in bench.events { return () }
        for case .scanEnded in bench.events { return () }
        return nil
      }
      try bench.unmount(tray.stick.path, orderly: isOrderly)
    }
    let after = try tray.scan().places
    // The one whose file was overwritten is away, and the new one has a row of its own.
    let lost = try #require((1...count).first { shuffled[$0 - 1] == 1 })
    for (id, path) in before {
      let number = try #require(Int(path.dropFirst(2).dropLast(4)))
      expectEqual(after[id], (number == lost ? nil : name(shuffled[number - 1])))
    }
    expectEqual(after.count, count)
    try expectEqual(tray.scan().opened, 0)
  }

  @Test func `a spare name is short enough, in whole characters, and no other row's`() throws {
    let stick = try Stick(["a/1.mp3": FakeFiles.content(title: "One")])
    let store = try stick.open()
    defer { store.close() }
    let folder = Array("a".utf8)
    let id = try store.makeFolder(folder)
    let long = Array((String(repeating: "x", count: 251) + "ééé").utf8.prefix(255))
    let spare = try store.trackMoves.spareName(for: long, ofRow: 12, inFolder: id)
    expectEqual(spare, Array((String(repeating: "x", count: 251) + "~12").utf8))
    var batch = ScanBatch()
    batch.append(
      ScanBatch.File(
        folder: folder, name: spare, sizeBytes: 1, modifiedNanoseconds: 1, content: .unreadable("x")))
    try store.batches.apply(batch, wallClock: nil)
    let other = try store.trackMoves.spareName(for: long, ofRow: 12, inFolder: id)
    #expect(other != spare && VolumePath.isValid(component: other))
    #expect(try store.rows.track(named: other, inFolder: id) == nil)
  }

}
