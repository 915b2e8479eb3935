import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

@Suite("Lyrics of songs") struct LyricsTests {
  private func lyrics(_ uri: String, _ bench: ExchangeBench) throws -> [String] {
    try bench.answer { (done: @escaping (Result<[LyricsLine], Refusal>) -> Void) in
      LibrarySounds(bench.library).lyrics(of: uri, completion: done)
    }.get().map { "\($0.time.map { "\($0.components.seconds) " } ?? "")\($0.text)" }
  }

  @Test func `lyrics are in a file beside the song, or in its tags`() throws {
    let stick = try Stick()
    let song = try Repository.bytes(of: "Fixtures/tags/full.flac")
    for name in ["a.flac", "b.flac", "c.v.flac", "d.flac", "e.flac", "sub.dir/f"] { stick.write(name, song) }
    stick.write("a.lrc", Array("[0:01]One".utf8))
    stick.write("a.txt", Array("Text".utf8))
    stick.write("b.LRC", Array("No times".utf8))
    stick.write("c.v.txt", Array("Text".utf8))
    // Blank files are none, nor is a folder or what has no ending.
    stick.write("d.lrc", Array(" \n".utf8))
    stick.write("d.txt", Array("Text".utf8))
    stick.write("e.lrc/x", [])
    stick.write("sub.lrc", Array("Other".utf8))
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path)
    try expectEqual(lyrics("Stick/a.flac", bench), ["1 One"])
    try expectEqual(lyrics("Stick/b.flac", bench), ["No times"])
    try expectEqual(lyrics("Stick/c.v.flac", bench), ["Text"])
    try expectEqual(lyrics("Stick/d.flac", bench), ["Text"])
    try expectEqual(lyrics("Stick/e.flac", bench), [])
    try expectEqual(lyrics("Stick/sub.dir/f", bench), [])
    #expect(throws: Refusal.unreadableFile) { try lyrics("Stick/c.v.txt", bench) }
    for uri in ["Stick/nosuch.flac", "Stick", "Stick/e.lrc", "nosuch", ""] {
      #expect(throws: Refusal.noSuchSong) { try lyrics(uri, bench) }
    }
  }
}
