import Interchange
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What is told of parts of tracks as it is kept, on whoever's stick.
@Suite("Tags of a part from a cue sheet") struct ToldValueTests {
  private func read(_ extra: String?) -> [String] {
    [SourceMetadata](ofExtra: extra).map { "\($0.field.rawValue) \($0.text)" }
  }

  @Test func `tags are read as written`() throws {
    let told = SourceMetadata.Field.allCases.map { SourceMetadata($0, "\($0) \"quoted\" é") }
    // A playlist of a stick gives its songs to no guest.
    expectEqual([SourceMetadata](ofExtra: told.extra), told.filter { $0.field != .guest })
    #expect([SourceMetadata](keptIn: try #require(told.kept)) == told)
    let nothing: [SourceMetadata] = []
    #expect(nothing.extra == nil && nothing.kept == nil)
  }

  @Test func `other keys stand beside the tags, and invalid ones are ignored`() {
    #expect(
      read(#"{"energy":[1],"told":{"track":"01","mood":"x","title":"T","date":5,"album":""}}"#) == [
        "title T", "track 01",
      ])
    for extra in [
      nil, "", "{", "[]", "null", "{}", #"{"title":"T"}"#, #"{"told":"T"}"#, #"{"told":[]}"#,
      #"{"told":{"title":"T"}"#, #"{"told":{"title":"T",}}"#,
    ] {
      #expect(read(extra) == [], "\(extra ?? "none")")
    }
  }

  @Test func `tags are stored up to the limit of an entry`() throws {
    var entry = ListedEntry(location: try #require(Location("a.mp3".utf8)))
    entry.track = "01"
    entry.title = String(repeating: "\"", count: 880)
    entry.artist = String(repeating: "x", count: 30)
    entry.genre = "Jazz"
    let told = [SourceMetadata](entry)
    expectEqual(told.map(\.field), [.title, .track, .genre])
    #expect(PlaylistEntry(TrackReference(volume: .random(), path: [1]), extra: told.extra).isValid)
    expectEqual([SourceMetadata](ofExtra: told.extra), told)
  }
}
