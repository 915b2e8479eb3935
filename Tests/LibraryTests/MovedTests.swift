import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Files that are renamed or moved keep their rows, and with them all that people add.
@Suite("Files that moved") struct MovedTests {
  /// Scans the stick once and closes it; gives its rows.
  @discardableResult
  private func scan(_ stick: Stick) throws -> [RowOnDisk] {
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    expectEqual(bench.warnings, [])
    try bench.unmount(stick.path)
    return try stick.rows()
  }

  private func tagged(_ number: Int) -> [UInt8] {
    FakeFiles.content(title: "Title \(number)", artist: "Artist", album: "Album", track: number)
  }

  @Test func `a renamed file and a moved folder keep their rows, whichever place a scan comes to first`()
    throws
  {
    let stick = try Stick([
      "m/1.mp3": tagged(1), "m/2.mp3": tagged(2), "n/3.mp3": tagged(3), "n/deep/4.mp3": tagged(4),
    ])
    let before = try scan(stick)
    stick.move("m/1.mp3", to: "m/1 renamed.mp3")
    stick.move("m/2.mp3", to: "a/2.mp3")
    stick.move("n", to: "z/n")
    let after = try scan(stick)
    #expect(after.map(\.id) == before.map(\.id) && after.map(\.added) == before.map(\.added))
    #expect(after.allSatisfy { $0.state == 0 })
    let paths = Dictionary(uniqueKeysWithValues: zip(before.map(\.path), after.map(\.path)))
    expectEqual(
      paths,
      [
        "m/1.mp3": "m/1 renamed.mp3", "m/2.mp3": "a/2.mp3", "n/3.mp3": "z/n/3.mp3",
        "n/deep/4.mp3": "z/n/deep/4.mp3",
      ])
  }

  @Test func `a file that is renamed before the first scan has ended keeps its row`() throws {
    let stick = try Stick(["m/1.mp3": tagged(1), "m/2.mp3": tagged(2), "n/3.mp3": tagged(3)])
    let before = try scan(stick)
    // As a cut leaves it: rows, and no scan that came to its end.
    try stick.sql("UPDATE volume SET scans = 0")
    stick.move("m/1.mp3", to: "n/1 renamed.mp3")
    stick.move("n/3.mp3", to: "m/0.mp3")
    let after = try scan(stick)
    expectEqual(after.map(\.id), before.map(\.id))
    expectEqual(after.map(\.path), ["n/1 renamed.mp3", "m/2.mp3", "m/0.mp3"])
  }

  @Test func `a scan that the storage ends moves no song, and the next one moves all`() throws {
    let stick = try Stick()
    for number in 1...ScanBatch.most { stick.write("a/\(number).mp3", tagged(number)) }
    let before = try scan(stick)
    stick.move("a", to: "b")
    // The device is gone at the first file behind a batch that is on its way to the store.
    stick.write("c/1.mp3", Array("no sound".utf8))
    let bench = try Bench(read: { file in
      let facts = FakeFiles.read(file)
      if case .unreadable = facts { return .failed(SystemError(.noSuchDevice, call: "read")) }
      return facts
    })
    bench.library.mounts.appeared(path: stick.path, isFixed: false, label: "x", isReadOnly: false)
    let ended = try bench.wait { () -> StoreError?? in
      for case .scanEnded(_, _, let error) in bench.events { return .some(error) }
      return nil
    }
    #expect(ended != nil)
    #expect(!bench.events.contains { if case .moved = $0 { true } else { false } })
    try bench.unmount(stick.path)
    try expectEqual(stick.rows().prefix(ScanBatch.most), before[...])
    stick.remove("c/1.mp3")
    let after = try scan(stick)
    expectEqual(after.map(\.id), before.map(\.id))
    #expect(after.map(\.path) == before.map { "b" + $0.path.dropFirst() })
  }

  @Test func `lists that hold a moved path get the new one, also the queue that another jukebox left`()
    throws
  {
    let stick = try Stick(["a/1.mp3": tagged(1), "a/2.mp3": tagged(2), "a/3.mp3": tagged(3)])
    try scan(stick)
    let entries = [1, 2, 3, 1].enumerated().map { place, number in
      CarriedQueue.Entry(
        id: EntryID(rawValue: UInt32(place + 1)), path: Array("a/\(number).mp3".utf8), priority: UInt8(place))
    }
    let carried = CarriedQueue(
      stamp: Stamp(box: [UInt8](repeating: 7, count: 16), counter: 1), entries: entries, current: nil,
      position: .zero)
    var store = try stick.open()
    try store.carry(carried, comparingPaths: false)
    store.close()
    stick.move("a/1.mp3", to: "b/one.mp3")
    stick.move("a/3.mp3", to: "a/0.mp3")
    let bench = try Bench()
    let volume = try bench.mount(stick.path).id
    func track(_ path: String) -> TrackReference { TrackReference(volume: volume, path: Array(path.utf8)) }
    var moved: [TrackReference: TrackReference] = [:]
    for case .moved(let places) in bench.events { moved.merge(places) { $1 } }
    expectEqual(moved, [track("a/1.mp3"): track("b/one.mp3"), track("a/3.mp3"): track("a/0.mp3")])
    try bench.unmount(stick.path)
    store = try stick.open()
    defer { store.close() }
    let now = try #require(try store.carried.queue())
    #expect(
      now.entries.map { String(decoding: $0.path, as: UTF8.self) }
        == ["b/one.mp3", "a/2.mp3", "a/0.mp3", "b/one.mp3"])
    #expect(now.stamp == carried.stamp && now.entries.map(\.priority) == [0, 1, 2, 3])
  }

  @Test func `entries that were written under another path are found where paths are compared`() throws {
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    func queue(_ paths: String...) -> CarriedQueue {
      let entries = paths.enumerated().map { place, path in
        CarriedQueue.Entry(id: EntryID(rawValue: UInt32(place + 1)), path: Array(path.utf8), priority: 0)
      }
      return CarriedQueue(
        stamp: Stamp(box: [UInt8](repeating: 7, count: 16), counter: 1), entries: entries, current: nil,
        position: .zero)
    }
    try store.carry(queue("a", "b", "c"), comparingPaths: false)
    try store.connection.execute("UPDATE carried_queue SET entry = -1 WHERE path = CAST('c' AS BLOB)")
    try store.carry(queue("a", "new b", "c"), comparingPaths: true)
    var paths: [String] = []
    try store.connection.forEach("SELECT path FROM carried_queue ORDER BY place") {
      (row) throws(StoreError) in
      paths.append(String(decoding: try row.blob(0), as: UTF8.self))
    }
    expectEqual(paths, ["a", "new b", "c"])
  }

  @Test func `an update of the new place alone is enough, and the old one disappears`() throws {
    let stick = try Stick(["old/1.mp3": tagged(1), "old/2.mp3": tagged(2)])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    stick.move("old/1.mp3", to: "new/1.mp3")
    try bench.scan("new")
    try expectEqual(bench.list(recursive: true), ["new/", "new/1.mp3", "old/", "old/2.mp3"])
    try bench.unmount(stick.path)
    try expectEqual(stick.rows().count, 2)
  }

  @Test func `a copy is a separate track, and moves separately`() throws {
    let stick = try Stick(["a/1.mp3": tagged(1)])
    let original = try scan(stick)[0]
    stick.write("b/1.mp3", tagged(1))
    let copied = try scan(stick)
    #expect(copied.count == 2 && copied[0] == original && copied[1].path == "b/1.mp3")
    stick.remove("a/1.mp3")
    try expectEqual(scan(stick).map(\.state), [1, 0])
    // Both rows could be meant; the one that was there until now is.
    stick.move("b/1.mp3", to: "c/other.mp3")
    let after = try scan(stick)
    #expect(after.map(\.path) == ["a/1.mp3", "c/other.mp3"] && after.map(\.state) == [1, 0])
    // What vanished earlier is known again when it comes back, wherever.
    stick.write("d/again.mp3", tagged(1))
    let back = try scan(stick)
    #expect(back.map(\.path) == ["d/again.mp3", "c/other.mp3"] && back.map(\.state) == [0, 0])
    expectEqual(back.map(\.id), copied.map(\.id))
  }

  @Test func `files that are alike keep their own rows where they keep their names`() throws {
    let names = ["b.mp3", "c.mp3", "a.mp3", "e.mp3", "d.mp3"]
    let stick = try Stick()
    for name in names {
      stick.write("x/\(name)", tagged(1))
      try scan(stick)
    }
    let before = try stick.rows()
    stick.move("x", to: "y")
    stick.move("y/e.mp3", to: "y/f.mp3")
    let after = try scan(stick)
    #expect(before.map(\.path) == names.map { "x/\($0)" })
    expectEqual(after.map(\.id), before.map(\.id))
    expectEqual(after.map(\.path), ["y/b.mp3", "y/c.mp3", "y/a.mp3", "y/f.mp3", "y/d.mp3"])
  }

  @Test func `files without tags are distinguished by their content and not by their size`() throws {
    func recording(_ byte: Character) -> [UInt8] { Array("|||\(byte)|".utf8) }
    let stick = try Stick(["r/1.mp3": recording("x"), "r/2.mp3": recording("y"), "r/3.mp3": recording("z")])
    let before = try scan(stick)
    stick.remove("r/1.mp3")
    stick.write("r/4.mp3", recording("w"))
    stick.move("r/2.mp3", to: "Artist/Album/02 - Named.mp3")
    let after = try scan(stick)
    expectEqual(after.map(\.path), ["r/1.mp3", "Artist/Album/02 - Named.mp3", "r/3.mp3", "r/4.mp3"])
    expectEqual(after.map(\.state), [1, 0, 0, 0])
    expectEqual(after.prefix(3).map(\.id), before.map(\.id))
  }

  @Test func `another file in the same place, or one with other tags, is no moved one`() throws {
    let stick = try Stick(["a/1.mp3": tagged(1), "a/2.mp3": tagged(2)])
    try scan(stick)
    stick.remove("a/1.mp3")
    stick.write("b/1.mp3", tagged(7))
    let after = try scan(stick)
    #expect(after.map(\.path) == ["a/1.mp3", "a/2.mp3", "b/1.mp3"] && after.map(\.state) == [1, 0, 0])
  }

  @Test(arguments: [true, false])
  func `on FAT a name in another case is the same file, elsewhere a link is a copy`(isFAT: Bool) throws {
    let stick = try Stick(["Album/1.mp3": tagged(1)])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    // FAT still finds the file by its old name.
    _ = Files.makeFolder("\(stick.path)/album")
    _ = unsafe link("\(stick.path)/Album/1.mp3", "\(stick.path)/album/1.mp3")
    try expectEqual(bench.scanDirectly("album", isFAT: isFAT), 1)
    try bench.unmount(stick.path)
    try expectEqual(stick.rows().map(\.path), (isFAT ? ["album/1.mp3"] : ["Album/1.mp3", "album/1.mp3"]))
  }

  @Test func `data read from a file's content moves with it`() throws {
    let stick = try Stick(["a/1.mp3": tagged(1)])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    let index: [UInt8] = [1, 2, 3]
    bench.library.catalogue.keep(
      seekIndex: index, of: TrackReference(volume: info.id, path: Array("a/1.mp3".utf8)))
    stick.move("a/1.mp3", to: "b/2.mp3")
    // As a program leaves it that copies and then deletes.
    stick.setModified("b/2.mp3", seconds: 1_600_000_000)
    try bench.scan()
    func kept(_ path: String) throws -> [UInt8]? {
      try bench.answer { (done: @escaping ([UInt8]?) -> Void) in
        bench.library.catalogue.seekIndex(
          of: TrackReference(volume: info.id, path: Array(path.utf8)), completion: done)
      }
    }
    try expectEqual(kept("b/2.mp3"), index)
    #expect(try kept("a/1.mp3") == nil)
    try expectEqual(bench.track("b/2.mp3").modified, .seconds(1_600_000_000))
  }

  @Test func `scans that are cut off come to the same rows in the end`() throws {
    let stick = try Stick()
    for number in 0..<900 { stick.write("old/\(number % 7)/\(number).mp3", tagged(number)) }
    let before = try scan(stick)
    stick.move("old", to: "new")
    for isOrderly in [false, true, false] {
      let bench = try Bench()
      bench.library.mounts.appeared(path: stick.path, isFixed: false, label: "Stick", isReadOnly: false)
      _ = try bench.wait { () -> Void? in
        for case .progress in bench.events { return () }
        for case .tracksChanged in bench.events { return () }
        for case .scanEnded in bench.events { return () }
        return nil
      }
      try bench.unmount(stick.path, orderly: isOrderly)
    }
    let after = try scan(stick)
    expectEqual(after.map(\.id), before.map(\.id))
    #expect(after.map(\.path) == before.map { "new" + $0.path.dropFirst(3) })
    #expect(after.allSatisfy { $0.state == 0 })
  }

  @Test func `a fingerprint distinguishes sizes, lengths, tags and ends`() {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    details.title = "T"
    details.artists = ["A", "B"]
    let print = TrackFingerprint.of(details, sizeBytes: 10)
    func changed(_ change: (inout TrackDetails) -> Void) -> Int64 {
      var other = details
      change(&other)
      return TrackFingerprint.of(other, sizeBytes: 10)
    }
    let others = [
      TrackFingerprint.of(details, sizeBytes: 11), TrackFingerprint.of(details, sizeBytes: 10, ends: [0]),
      changed { $0.title = "U" }, changed { $0.title = nil }, changed { $0.artists = ["AB"] },
      changed {
        $0.albumArtists = $0.artists; $0.artists = []
      }, changed { $0.album = "" },
      changed { $0.track = 1 }, changed { $0.disc = 1 }, changed { $0.frames = 0 },
      changed { $0.duration = .seconds(1) }, changed { $0.more = [.init(.composer, "C")] },
      changed { $0.format = .flac }, changed { $0.rate = 48_000 }, changed { $0.date = "T" },
    ]
    expectEqual(Set(others + [print]).count, others.count + 1)
    #expect(changed { _ in } == print)
    // Parts of one title without numbers.
    #expect(TrackFingerprint.needsEnds(details))
    details.track = 1
    #expect(!TrackFingerprint.needsEnds(details))
    details.artists = []
    #expect(TrackFingerprint.needsEnds(details))
    details.album = "C"
    #expect(!TrackFingerprint.needsEnds(details))
  }

  @Test func `the ends of a file are its first and its last 64 KiB`() throws {
    let folder = try TemporaryFolder()
    let root = try Root(path: folder.path)
    for size in [0, 1, 65_536, 65_537, 131_072, 131_073, 300_000] {
      let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      try folder.write("x", content)
      let file = try root.open(Array("x".utf8))
      let ends = try TrackFingerprint.ends(of: file, sizeBytes: Int64(size))
      let tail = content.suffix(min(65_536, max(0, size - 65_536)))
      expectEqual(ends, Array(content.prefix(65_536)) + tail)
    }
  }
}
