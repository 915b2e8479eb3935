import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What a scan asks the database for before it comes to it.
@Suite struct LookAheadTests {
  private func row(_ name: String, _ id: Int64) -> KnownRow {
    KnownRow(
      name: Array(name.utf8),
      file: KnownFile(
        id: id, sizeBytes: 1, modifiedNanoseconds: 0, state: .here, isPlayable: true, sortKey: [], reader: 1))
  }

  private func match(_ names: [String], _ rows: [KnownRow]) -> [Int64?] {
    KnownRow.match(names.map { Array($0.utf8) }, rows).map { $0?.id }
  }

  @Test func `names find their rows, whatever stands between them on either side`() {
    let rows = [row("a", 1), row("c", 3), row("cc", 33), row("e", 5)]
    expectEqual(match(["a", "b", "c", "c", "d", "e", "f"], rows), [1, nil, 3, 3, nil, 5, nil])
    expectEqual(match(["B", "cc"], rows), [nil, 33])
    expectEqual(match([], rows), [])
    expectEqual(match(["a"], []), [nil])
  }

  private func tagged(_ folder: Int, _ file: Int) -> [UInt8] {
    FakeFiles.content(
      title: "Title \(folder) \(file)", artist: "Artist", album: "Album \(folder)", track: file)
  }

  /// Folders in folders, more than are asked for at once, one with more rows than are answered at once, one without
  /// files, one that is passed over.
  private func stick() throws -> Stick {
    var files: [String: [UInt8]] = [".jukeboxignore": Array("skipped\n".utf8)]
    for folder in 0..<40 {
      for file in 0..<5 { files["\(folder % 4)/\(folder)/\(file).mp3"] = tagged(folder, file) }
    }
    for file in 0..<LookAhead.mostRows + 1 { files["2/many/\(file).mp3"] = tagged(99, file) }
    for file in 0..<3 { files["3/skipped/\(file).mp3"] = tagged(98, file) }
    files["1/empty/notes.txt"] = [65]
    return try Stick(files)
  }

  /// How many files the next scan opens, and what it says was moved.
  private func scanAgain(_ bench: Bench, _ info: VolumeInfo) throws -> (opened: Int, moved: Int) {
    let before = bench.events.count
    try bench.scan()
    var result = (opened: 0, moved: 0)
    for event in bench.events[before...] {
      switch event {
      case .progress(info.id, let progress): result.opened = progress.opened
      case .moved(let files): result.moved += files.count
      default: continue
      }
    }
    return result
  }

  @Test func `a scan of what is known opens what is new, changed or moved, and nothing else`() throws {
    let stick = try stick()
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    #expect(try scanAgain(bench, info) == (0, 0))
    stick.write("3/39/new.mp3", tagged(39, 77))
    stick.write("0/12/3.mp3", FakeFiles.content(title: "Changed", album: "Album 12", track: 3))
    stick.move("1/5/2.mp3", to: "2/6/2 of 5.mp3")
    stick.move("2/many/7.mp3", to: "0/0/7 of many.mp3")
    #expect(try scanAgain(bench, info) == (4, 2))
    #expect(try scanAgain(bench, info) == (0, 0))
    expectEqual(bench.warnings, [])
  }

  @Test func `two files that change places are taken for what they are`() throws {
    let stick = try stick()
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    stick.move("0/0/0.mp3", to: "aside.mp3")
    stick.move("3/39/4.mp3", to: "0/0/0.mp3")
    stick.move("aside.mp3", to: "3/39/4.mp3")
    // Sizes differ, so that both are opened.
    try expectEqual(scanAgain(bench, info).opened, 2)
    #expect(try scanAgain(bench, info) == (0, 0))
    let listed = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(at: "", limit: 20_000, completion: done)
    }.get()
    expectEqual(listed.count, 40 * 5 + LookAhead.mostRows + 1)
  }

  @Test func `new files in a known folder are added in natural order`() throws {
    let stick = try Stick(["a/8 known.mp3": tagged(1, 8)])
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    for number in [10, 9, 100, 1] { stick.write("a/song \(number).mp3", tagged(1, number)) }
    stick.write("a/8 known.mp3", tagged(1, 88))
    try expectEqual(scanAgain(bench, info).opened, 5)
    try bench.unmount(stick.path)
    let store = try stick.open()
    defer { store.close() }
    var names: [String] = []
    try store.connection.forEach("SELECT name FROM tracks ORDER BY added_sequence") {
      (row) throws(StoreError) in
      names.append(String(decoding: try row.blob(0), as: UTF8.self))
    }
    expectEqual(names, ["8 known.mp3", "song 1.mp3", "song 9.mp3", "song 10.mp3", "song 100.mp3"])
  }
}
