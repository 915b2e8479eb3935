import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

@Suite("Comments of files") struct CommentTests {
  @Test func `comments are read from the file itself`() throws {
    let stick = try Stick()
    stick.write("x.flac", try Repository.bytes(of: "Fixtures/tags/full.flac"))
    stick.write("notes.txt", Array("nothing".utf8))
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path)
    func comments(_ uri: String) throws -> [String] {
      try bench.answer { (done: @escaping (Result<[String], Refusal>) -> Void) in
        LibrarySounds(bench.library).comments(of: uri) { done($0.map { $0.map { "\($0.key)=\($0.text)" } }) }
      }.get()
    }
    #expect(try comments("Stick/x.flac").contains("TITLE=Full Title"))
    #expect(throws: Refusal.unreadableFile) { try comments("Stick/notes.txt") }
    for uri in ["Stick/nosuch.flac", "Stick", "Stick/x.flac/y", "nosuch", ""] {
      #expect(throws: Refusal.noSuchFile) { try comments(uri) }
    }
  }
}
