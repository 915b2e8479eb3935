import Support
import Testing

@testable import Library

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

  @Test func `what an older reader read is read again, and keeps its row`() throws {
    let stick = try Stick([
      "a.flac": FakeFiles.content(title: "A", artist: "X"),
      "b.flac": FakeFiles.content(title: "B", artist: "Y"),
    ])
    let first = try Bench()
    _ = try first.mount(stick.path)
    try first.unmount(stick.path)
    let before = try rows(stick)
    // As the version before left it: without what is read today.
    try stick.sql("UPDATE tracks SET reader = 1, artist = NULL WHERE CAST(name AS TEXT) = 'a.flac'")
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    #expect(try bench.track(uri("a.flac", bench)).details.artists == ["X"])
    #expect(try bench.track(uri("b.flac", bench)).details.artists == ["Y"])
    try bench.unmount(stick.path)
    #expect(try rows(stick) == before)
  }

  @Test func `a list of tags that makes no sense is refused, unknown ones are passed over`() throws {
    let stick = try Stick(["a.flac": FakeFiles.content(title: "A")])
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    let name = try uri("a.flac", bench)
    try bench.unmount(stick.path)
    try stick.sql(
      """
      UPDATE tracks SET more = '11' || char(31) || 'Somebody' || char(31) || '999' || char(31) || 'Later' || char(31)
        || 'x' || char(31) || 'Nothing'
      """)
    _ = try bench.mount(stick.path)
    #expect(try bench.track(name).details.more == [.init(.composer, "Somebody")])
    try bench.unmount(stick.path)
    try stick.sql("UPDATE tracks SET more = '11'")
    _ = try bench.mount(stick.path)
    #expect(throws: LibraryRefusal.self) { try bench.track(name) }
  }
}
