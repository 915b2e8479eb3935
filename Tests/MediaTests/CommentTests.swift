import Media
import Model
import Support
import Testing

/// Comments as they stand in files, known or not.
@Suite struct CommentTests {
  private func pairs(_ name: String) throws -> [String] {
    try readComments(of: try Fixture.open("tags/\(name)")).map { "\($0.key)=\($0.text)" }
  }

  @Test(arguments: ["comments.flac", "comments.ogg", "comments.opus"])
  func `Vorbis comments are read as they stand, but for pictures`(name: String) throws {
    let comments = try readComments(of: try Fixture.open("tags/\(name)"))
    let pairs = comments.map { "\($0.key)=\($0.text)" }
    for pair in [
      "title=Lower Case Key", "ARTIST=Ann", "ARTIST=Ben", "ALBUM ARTIST=Spaced Key", "TRACKNUMBER=03/11",
      "TOTALDISCS=2",
    ] {
      #expect(pairs.contains(pair))
    }
    #expect(!comments.contains { $0.key == "METADATA_BLOCK_PICTURE" })
    let long = try #require(comments.first { $0.key == "COMMENT" })
    #expect(long.text.utf8.count == Tags.textLimit && long.text.hasPrefix("xxx"))
  }

  @Test func `an APE tag's items are read, each of its values by itself`() throws {
    try expectEqual(
      pairs("ape.mp3"),
      [
        "Title=Ape Title", "Artist=Ape", "Artist=Artist", "Album=Ape Album", "Year=2011", "Track=3/9",
        "Genre=Polka", "Album Artist=Ape Band",
      ])
  }

  @Test(arguments: ["full-v23.mp3", "full-v24.mp3"])
  func `ID3v2's texts of one's own are read, and no others`(name: String) throws {
    let pairs = try pairs(name)
    #expect(pairs.contains("replaygain_track_gain=-6.50 dB"))
    #expect(pairs.contains("MusicBrainz Album Id=22222222-aaaa"))
    #expect(!pairs.contains { $0.contains("Full Title") })
  }

  @Test func `a file without comments gives none, and one that is no sound file is refused`() throws {
    try expectEqual(pairs("none.mp3"), [])
    #expect(throws: MediaError.self) { try readComments(of: try Fixture.open("README.md")) }
  }

  @Test(arguments: ["comments-absurd.flac", "comments-4-milliard.ogg", "ape-absurd.mp3"])
  func `absurd sizes are no reason to wait`(name: String) throws {
    let comments = try? readComments(of: try Fixture.open("broken/\(name)"))
    #expect((comments ?? []).allSatisfy { $0.text.utf8.count <= Tags.textLimit })
  }
}
