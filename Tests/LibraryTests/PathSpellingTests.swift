import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Paths that are typed in another Unicode form than that of the stick.
@Suite struct PathSpellingTests {
  private static let composed = "M\u{FC}ller"
  private static let decomposed = "Mu\u{308}ller"

  private func spellings(_ names: [String], _ bench: Bench) throws -> [String?] {
    try bench.answer { (done: @escaping ([String?]) -> Void) in
      bench.library.catalogue.spellings(of: names, completion: done)
    }
  }

  private func isSame(_ a: String?, _ b: String?) -> Bool {
    a.map { Array($0.utf8) } == b.map { Array($0.utf8) }
  }

  @Test func `a folder, a song, a list and what is excluded are found in any form, and mixed ones`() throws {
    let stick = try Stick([
      "\(Self.decomposed)/O\u{308}l.flac": FakeFiles.content(title: "a"),
      "\(Self.decomposed)/\u{C4}.flac": FakeFiles.content(title: "b"),
      "\(Self.composed)/only here \u{E9}.flac": FakeFiles.content(title: "c"),
      "N\u{E9}/e\u{301}\u{E9}.flac": FakeFiles.content(title: "d"),
      "N\u{E9}/li\u{301}st.m3u": Array("a.mp3\n".utf8), "plain/a.flac": FakeFiles.content(title: "e"),
    ])
    let bench = try Bench()
    let other = try Stick(["Tu\u{308}r/a.flac": FakeFiles.content(title: "f")])
    _ = try bench.mount(stick.path, isFixed: true)
    _ = try bench.mount(other.path, label: "Zwei")
    let table: [(typed: String, found: String?)] = [
      ("\(Self.composed)/\u{D6}l.flac", "\(Self.decomposed)/O\u{308}l.flac"),
      ("\(Self.composed)/A\u{308}.flac", "\(Self.decomposed)/\u{C4}.flac"),
      ("\(Self.decomposed)/only here e\u{301}.flac", "\(Self.composed)/only here \u{E9}.flac"),
      ("Ne\u{301}", "N\u{E9}"), ("N\u{E9}/\u{E9}\u{E9}.flac", "N\u{E9}/e\u{301}\u{E9}.flac"),
      ("Ne\u{301}/l\u{ED}st.m3u", "N\u{E9}/li\u{301}st.m3u"), ("Zwei/T\u{FC}r", "Zwei/Tu\u{308}r"),
      ("Zwei/T\u{FC}r/a.flac", "Zwei/Tu\u{308}r/a.flac"), ("N\u{E9}/none", nil), ("ne\u{301}", nil),
      ("plain", nil),
      ("nowhere \u{FC}", nil), ("", nil), ("\u{FC}/../\u{FC}", nil),
    ]
    let found = try spellings(table.map(\.typed), bench)
    for (row, found) in zip(table, found) { #expect(isSame(found, row.found), "\(row) \(found ?? "nil")") }
    stick.remove("\(Self.decomposed)/O\u{308}l.flac")
    try bench.scan()
    #expect(try spellings(["\(Self.composed)/\u{D6}l.flac"], bench) == [nil])
  }

  @Test func `songs that are added together are found so, each by itself`() throws {
    let stick = try Stick([
      "\(Self.decomposed)/O\u{308}l.flac": FakeFiles.content(title: "a"),
      "plain.flac": FakeFiles.content(title: "b"),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let uris = ["plain.flac", "\(Self.composed)/\u{D6}l.flac", Self.composed, "\u{D6}"]
    for onlyTracks in [false, true] {
      let found = try bench.answer { (done: @escaping ([Result<[TrackReference], Refusal>?]) -> Void) in
        bench.library.catalogue.references(atEach: uris, onlyTracks: onlyTracks, completion: done)
      }
      let song = Array("\(Self.decomposed)/O\u{308}l.flac".utf8)
      try expectEqual(found[1]?.get().map(\.path), [song])
      #expect(try onlyTracks || found[2]?.get().map(\.path) == [song])
      expectEqual(found[3], .failure(onlyTracks ? .noSuchSong : .noSuchDirectory))
    }
  }

  @Test func `a scan of a folder finds it in another form`() throws {
    let stick = try Stick(["\(Self.decomposed)/a.flac": FakeFiles.content(title: "a")])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    stick.write("\(Self.decomposed)/b.flac", FakeFiles.content(title: "b"))
    stick.write("c.flac", FakeFiles.content(title: "c"))
    try bench.scan(Self.composed)
    let found = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(at: "", limit: 10, completion: done)
    }
    #expect(try found.get().map(\.path) == ["a", "b"].map { Array("\(Self.decomposed)/\($0).flac".utf8) })
  }

  @Test func `an index is not complete from the request of a scan on`() throws {
    let stick = try Stick(["a.flac": FakeFiles.content(title: "a")])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.indexed(info.id)
    _ = try bench.library.scans.update("", rescan: false)
    #expect(!bench.library.scans.isIndexed(info.id))
    try bench.indexed(info.id)
  }
}
