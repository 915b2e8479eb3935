import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Chapters of tracks, as their volume keeps them.
@Suite struct ChapterTests {
  /// As `FakeFiles.read`; a title is the chapters' names, with commas between, each of a minute.
  private static let read: FileProber = { file in
    guard case .details(var details) = FakeFiles.read(file) else { return .unreadable("not a sound file") }
    details.duration = .seconds(200)
    for (number, name) in (details.title ?? "").split(separator: ",").enumerated() {
      details.chapters.append(Chapter(start: .seconds(60 * number), title: String(name), performer: nil))
    }
    return .details(details)
  }

  private func bench() throws -> Bench { try Bench(read: Self.read) }

  private func content(_ chapters: String, track: Int = 1) -> [UInt8] {
    FakeFiles.content(title: chapters, artist: "A", album: "B", track: track)
  }

  private func chapters(_ name: String, _ bench: Bench) throws -> [Chapter] {
    let uri = try #require(try bench.list(recursive: true).first { $0.hasSuffix(name) })
    return try bench.answer { (done: @escaping (Result<[Chapter], Refusal>) -> Void) in
      bench.library.files.chapters(of: uri, completion: done)
    }.get()
  }

  private func rows(_ stick: Stick) throws -> Int64 {
    let store = try stick.open()
    defer { store.close() }
    return try store.connection.first("SELECT count(*) FROM chapters") { (row) throws(StoreError) in
      try row.integer(0)
    } ?? 0
  }

  @Test func `a track's chapters come in order, each with its end`() throws {
    let stick = try Stick(["a.flac": content("One,Two,Three"), "b.flac": content("")])
    let bench = try bench()
    _ = try bench.mount(stick.path)
    try expectEqual(
      chapters("a.flac", bench),
      [
        Chapter(start: .zero, end: .seconds(60), title: "One"),
        Chapter(start: .seconds(60), end: .seconds(120), title: "Two"),
        Chapter(start: .seconds(120), end: .seconds(200), title: "Three"),
      ])
    try expectEqual(chapters("b.flac", bench), [])
    for uri in ["", "Stick", "Stick/nosuch.flac"] {
      let answer = try bench.answer { (done: @escaping (Result<[Chapter], Refusal>) -> Void) in
        bench.library.files.chapters(of: uri, completion: done)
      }
      #expect(throws: Refusal.noSuchSong) { try answer.get() }
    }
  }

  @Test func `chapters are replaced with their track's row, follow it, and go with it`() throws {
    let stick = try Stick(["a.flac": content("One,Two,Three"), "b.flac": content("Four", track: 2)])
    let bench = try bench()
    _ = try bench.mount(stick.path)
    stick.write("a.flac", content("New,Newer"))
    stick.move("b.flac", to: "c/moved.flac")
    try bench.scan()
    try expectEqual(chapters("a.flac", bench).map(\.title), ["New", "Newer"])
    try expectEqual(chapters("moved.flac", bench).map(\.title), ["Four"])
    // What vanished keeps its row, and has its chapters again where it comes back.
    stick.move("c/moved.flac", to: ".hidden/d")
    try bench.scan()
    stick.move(".hidden/d", to: "c/moved.flac")
    try bench.scan()
    try expectEqual(chapters("moved.flac", bench).map(\.title), ["Four"])
    stick.write("a.flac", Array("broken".utf8))
    try bench.scan()
    try bench.unmount(stick.path)
    try expectEqual(rows(stick), 1)
    try stick.sql("PRAGMA foreign_keys = ON; DELETE FROM tracks")
    try expectEqual(rows(stick), 0)
  }

  @Test func `many chapters are written in small batches`() throws {
    let names = (0..<Chapter.countLimit).map { "\($0)" }.joined(separator: ",")
    var files: [String: [UInt8]] = [:]
    for number in 1...10 { files["\(number).flac"] = content(names, track: number) }
    let stick = try Stick(files)
    let bench = try bench()
    _ = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    try expectEqual(rows(stick), Int64(10 * Chapter.countLimit))
  }

  @Test(arguments: [
    "UPDATE chapters SET start_us = -1", "UPDATE chapters SET end_us = 0",
    "UPDATE chapters SET title = substr(hex(zeroblob(30000)), 1, 50000)",
    "UPDATE chapters SET title = CAST(x'FF' AS TEXT)",
  ])
  func `chapters that this program never writes are refused`(sql: String) throws {
    let stick = try Stick(["a.flac": content("One,Two")])
    let first = try bench()
    _ = try first.mount(stick.path)
    try first.unmount(stick.path)
    try stick.sql(sql)
    let bench = try bench()
    _ = try bench.mount(stick.path)
    #expect(throws: Refusal.self) { try chapters("a.flac", bench) }
  }

  @Test func `chapters beyond the limit are left out`() throws {
    let stick = try Stick(["a.flac": content("One")])
    let first = try bench()
    _ = try first.mount(stick.path)
    try first.unmount(stick.path)
    try stick.sql(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO chapters (track, number, start_us) SELECT 1, i, i FROM n
      """)
    let bench = try bench()
    _ = try bench.mount(stick.path)
    try expectEqual(chapters("a.flac", bench).count, Chapter.countLimit)
  }
}
