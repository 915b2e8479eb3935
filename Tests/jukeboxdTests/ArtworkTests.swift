import Model
import Support
import Testing

@testable import Control
@testable import Library
@testable import jukeboxd

@Suite("Pictures between the library and the protocol")
struct ArtworkTests {
  private func artwork(
    _ box: Box, _ uri: String, first: ArtworkQuestion.Place = .song, from offset: Int = 0
  ) throws -> Result<Artwork?, Refusal> {
    var answer: Result<Artwork?, Refusal>?
    let question = ArtworkQuestion(uri: uri, first: first, offset: offset, limit: 100)
    box.core.library.pictures.artwork(question) { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  @Test func `a song's picture comes with the file that holds it`() throws {
    let sticks = try Shelf()
    try sticks.make("A", ["a/1.flac": "tags/comments.flac", "b/2.mp3": "tags/none.mp3"])
    let box = try Box(on: sticks, autoplay: .off)
    try box.read("A")
    for place in [ArtworkQuestion.Place.song, .folder] {
      let found = try #require(try artwork(box, "A/a/1.flac", first: place).get())
      #expect(found.isEmbedded && found.uri == "A/a/1.flac" && found.mediaType == "image/png")
      #expect(found.size > 40_000 && found.bytes.count == 100)
    }
    let end = try #require(try artwork(box, "A/a/1.flac", from: 1 << 30).get())
    expectEqual(end.bytes, [])
    #expect(try artwork(box, "A/b/2.mp3").get() == nil)
    try expectEqual(artwork(box, "A/b/3.mp3"), .failure(.noSuchSong))
    try expectEqual(artwork(box, "B/b/3.mp3"), .failure(.noSuchSong))
  }
}
