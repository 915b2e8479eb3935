import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Rows that an older version of the program wrote.
@Suite struct ReadingAgainTests {
  private func uri(_ name: String, _ bench: Bench) throws -> String {
    try #require(try bench.list(recursive: true).first { $0.hasSuffix(name) })
  }

  private func rows(_ stick: Stick) throws -> [Int64] {
    let store = try stick.open()
    defer { store.close() }
    var ids: [Int64] = []
    try store.connection.forEach("SELECT id FROM tracks ORDER BY name") { (row) throws(StoreError) in
      ids.append(try row.integer(0))
    }
    return ids
  }

  @Test func `a file read by an older version is read again, and keeps its row`() throws {
    let stick = try Stick([
      "a.flac": FakeFiles.content(title: "A", artist: "X"),
      "b.flac": FakeFiles.content(title: "B", artist: "Y"),
    ])
    let first = try Bench()
    _ = try first.mount(stick.path)
    try first.unmount(stick.path)
    let before = try rows(stick)
    // As the version before left it: without what is read today.
    try stick.sql(
      """
      UPDATE tracks SET reader = 1, artist = NULL WHERE CAST(name AS TEXT) = 'a.flac';
      UPDATE folders SET digest = NULL;
      """)
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    try expectEqual(bench.track(uri("a.flac", bench)).details.artists, ["X"])
    try expectEqual(bench.track(uri("b.flac", bench)).details.artists, ["Y"])
    try bench.unmount(stick.path)
    try expectEqual(rows(stick), before)
  }

  /// What is told of a track whose list of tags is this SQL expression's value.
  private func track(withMore more: String) throws -> Track {
    let stick = try Stick(["a.flac": FakeFiles.content(title: "A")])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    let name = try uri("a.flac", bench)
    try bench.unmount(stick.path)
    try stick.sql("PRAGMA ignore_check_constraints = ON; UPDATE tracks SET more = \(more)")
    _ = try bench.mount(stick.path)
    return try bench.track(name)
  }

  @Test func `values measured in a file outrank its tags while the file is unchanged`() throws {
    let stick = try Stick(["a.flac": FakeFiles.content(title: "A")])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    let name = try uri("a.flac", bench)
    try bench.unmount(stick.path)
    let more = "'35' || char(31) || '90.4' || char(31) || '36' || char(31) || 'Am'"
    try stick.sql("UPDATE tracks SET more = \(more)")
    func told() throws -> [String] {
      let bench = try Bench()
      _ = try bench.mount(stick.path)
      let byPath = try bench.track(name)
      try bench.indexed(bench.library.ordered[0].info!.id)
      let looked = try bench.answer { (done: @escaping (LookupPage) -> Void) in
        _ = bench.library.search.lookup("a", limit: 1, completion: done)
      }.tracks.map(\.track)
      try bench.unmount(stick.path)
      return ([byPath] + looked).map { "\($0.tempo ?? 0) \($0.key ?? "-")" }
    }
    try expectEqual(told(), ["90.4 Am", "90.4 Am"])
    try stick.sql("INSERT INTO analyses (track, bpm, music_key) SELECT id, 91.5, 0 FROM tracks")
    try expectEqual(told(), ["91.5 C", "91.5 C"])
    // What no program of ours writes.
    try stick.sql("UPDATE analyses SET bpm = -4, music_key = 99")
    try expectEqual(told(), ["90.4 Am", "90.4 Am"])
  }

  @Test func `a list of tags may name ones that are not known`() throws {
    let track = try track(
      withMore: """
        '11' || char(31) || 'Somebody' || char(31) || '999' || char(31) || 'Later' || char(31) || 'x' || char(31)
          || 'Nothing'
        """)
    expectEqual(track.details.more, [.init(.composer, "Somebody")])
  }

  @Test(arguments: ["'11'", "'11' || char(31) || substr(hex(zeroblob(30000)), 1, 50000)"])
  func `a list of tags that is torn, or longer than any that is kept, is refused`(more: String) throws {
    #expect(throws: Refusal.self) { try track(withMore: more) }
  }
}
