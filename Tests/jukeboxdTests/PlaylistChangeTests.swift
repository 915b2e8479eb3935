import Control
import Model
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

@Suite("Playlists and the protocol")
struct PlaylistChangeTests {
  private let shelf: Shelf
  private let box: Box
  private let join: LibraryPlaylists

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    box = try Box(on: shelf, autoplay: .off)
    join = box.playlists
    try box.core.start()
    try box.read("Stick")
  }

  private func change(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
    var answers: [Refusal?] = []
    join.change(name, change) { answers.append($0) }
    try box.turn { !answers.isEmpty }
    expectEqual(answers.count, 1)
    return answers[0]
  }

  /// The playlists that the stick would have if it was pulled now.
  private func afterPull() throws -> [String] {
    var names: [String] = []
    try shelf.afterPull(of: "Stick") {
      try $0.forEach(
        "SELECT p.name || ' ' || count(e.id) FROM playlists p LEFT JOIN playlist_entries e ON e.playlist = p.id GROUP BY p.id"
      ) { (row) throws(StoreError) in names.append(try row.text(0)) }
    }
    return names
  }

  @Test func `a change is answered when a pulled stick would have it, and announced`() throws {
    let tracks = try box.tracks(["1.mp3"], of: "Stick")
    let before = box.announced.count
    #expect(try change("p", .add(tracks + tracks, at: nil)) == nil)
    try expectEqual(afterPull(), ["p 2"])
    #expect(box.announced[before...].contains { $0.contains(.storedPlaylist) })
    #expect(try change("q", .save(tracks, .create)) == nil)
    try expectEqual(afterPull(), ["p 2", "q 1"])
    box.stop()
  }

  @Test func `entries and lists reach the protocol in its words`() throws {
    let tracks = try box.tracks(["1.mp3"], of: "Stick")
    #expect(try change("p", .add(tracks + tracks + tracks, at: nil)) == nil)
    var reports: [PlaylistReport]?
    _ = join.playlists { reports = $0 }
    try box.turn { reports != nil }
    expectEqual(reports?.map(\.name), ["p"])
    var found: [TrackReference] = []
    var cursor: Cursor?
    repeat {
      var page: Result<PlaylistEntries, Refusal>?
      _ = join.entries(of: "p", after: cursor, skipping: 0, limit: 2, texts: false) { page = $0 }
      try box.turn { page != nil }
      let entries = try #require(try page?.get())
      found += entries.entries.map(\.track)
      cursor = entries.next
    } while cursor != nil
    expectEqual(found, tracks + tracks + tracks)
    box.stop()
  }

  @Test func `each refusal has its own word`() throws {
    #expect(try change("p", .save([], .create)) == nil)
    try expectEqual(change("p", .save([], .create)), .playlistExists)
    try expectEqual(change("x/y", .save([], .create)), .badPlaylistName)
    try expectEqual(change("q", .clear), .noSuchPlaylist)
    try expectEqual(change("p", .delete(1..<2)), .badSongIndex)
    try expectEqual(change("p", .move(0..<1, to: 0)), .badRange)
    #expect(try change("p", .add(try box.tracks(["1.mp3"], of: "Stick"), at: 1)) == .badPosition)
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil }
    try expectEqual(change("q", .save([], .create)), .noVolume)
    box.stop()
  }
}
