import Control
import Exchange
import Model
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

@Suite("Imports, exchanges and backups and the protocol")
struct ExchangeTests {
  private let shelf: Shelf
  private let box: Box
  private let join: LibraryExchange

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick", ["a/1.mp3": "album/1-02 Ratchet Rag.mp3", "a/2.mp3": "album/1-02 Ratchet Rag.mp3"])
    box = try Box(on: shelf, autoplay: .off)
    join = box.core.services.exchange
    try box.core.start()
    try box.read("Stick")
  }

  private func answer<Value>(_ ask: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var value: Value?
    ask { value = $0 }
    try box.turn { value != nil }
    return try #require(value)
  }

  private func take(_ text: String) throws -> ImportReport {
    try answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      _ = join.imports.make(
        ImportRequest(.bytes(Array(text.utf8), format: "m3u", path: nil), name: "P"), progress: { _, _ in },
        completion: done)
    }.get()
  }

  @Test func `a playlist is taken over and told`() throws {
    let before = box.announced.count
    let outcome = try take("a/1.mp3\ngone.mp3\n")
    #expect(outcome.name == "P" && outcome.entries == 2 && outcome.unmatched == ["gone.mp3"])
    #expect(box.announced[before...].contains { $0.contains(.storedPlaylist) })
    box.stop()
  }

  @Test func `an import cannot have the name of the jukebox' own list`() throws {
    let result = try answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      _ = join.imports.make(
        ImportRequest(
          .bytes(Array("a/1.mp3\n".utf8), format: "m3u", path: nil), name: PlaylistID.lovelySongsName),
        progress: { _, _ in }, completion: done)
    }
    expectEqual(result, .failure(.ownPlaylistName(PlaylistID.lovelySongsName)))
    var playlists: [PlaylistReport]?
    box.core.library.playlists.all { playlists = $0 }
    try box.turn { playlists != nil }
    #expect(playlists?.isEmpty == true)
    box.stop()
  }

  @Test func `an absent song of an import has the text of its file`() throws {
    let list = """
      #EXTM3U
      #EXTINF:-1,Some Radio
      http://radio.example:8000/live//a?b=../c
      #EXTINF:7,No - Such
      gone.mp3
      a/1.mp3

      """
    _ = try take(list)
    let playlists = box.playlists
    func told(_ texts: Bool) throws -> [Int: SourceTrack] {
      try answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
        _ = playlists.entries(of: "P", after: nil, skipping: 0, limit: 10, texts: texts, completion: done)
      }.get().told
    }
    #expect(try told(false).isEmpty)
    let whole = try told(true)
    #expect(whole[0] == nil && whole[2] == nil, "the stream plays, and the song is here")
    var missing = SourceTrack()
    (missing.artist, missing.title) = ("No", "Such")
    (missing.duration, missing.file) = (.seconds(7), "gone.mp3")
    expectEqual(whole[1], missing)
    box.stop()
  }

  @Test func `volumes are meant by their names, or all of them`() throws {
    _ = try take("a/1.mp3\n")
    let path = shelf.path(of: "Stick")
    typealias Reports = Result<[ExchangeReport], Refusal>
    let synced = try answer { (done: @escaping (Reports) -> Void) in join.synchronise(nil, completion: done) }
    try expectEqual(synced.get(), [ExchangeReport(volume: "Stick", pairs: [.init("written", "P")])])
    let backedUp = try answer { (done: @escaping (Reports) -> Void) in join.backUp("Stick", completion: done)
    }
    try expectEqual(backedUp.get().first?.pairs, [.init("file", "\(path)/.jukebox/backup.json")])
    try expectEqual(shelf.names(in: "Stick/Sync"), ["mixboard-playlists.json"])
    let restored = try answer { (done: @escaping (Reports) -> Void) in join.restore("Stick", completion: done)
    }
    try expectEqual(restored.get().first?.pairs.first?.key, "rows")
    let missing = try answer { (done: @escaping (Reports) -> Void) in join.backUp("None", completion: done) }
    expectEqual(missing, .failure(.noSuchVolume))
    box.stop()
  }

  @Test func `a volume whose file is broken keeps no other from its sync, and is named`() throws {
    try shelf.make("Zwei", ["b/9.mp3": "album/1-02 Ratchet Rag.mp3"])
    try box.read("Zwei")
    _ = try take("b/9.mp3\n")
    try shelf.write("{", as: "mixboard-playlists.json", in: "Sync", of: "Stick")
    typealias Reports = Result<[ExchangeReport], Refusal>
    let all = try answer { (done: @escaping (Reports) -> Void) in join.synchronise(nil, completion: done) }
      .get()
    expectEqual(all.count, 2)
    let refused = try #require(all.first { $0.volume == "Stick" })
    let refusal = try #require(refused.refusal)
    #expect(refusal.key == .badMixBoardFile && refused.pairs.isEmpty)
    #expect(refusal.message.hasPrefix("Sync/mixboard-playlists.json: byte "))
    #expect(all.first { $0.volume == "Zwei" }?.pairs == [.init("written", "P")])
    let named = try answer { (done: @escaping (Reports) -> Void) in
      join.synchronise("Stick", completion: done)
    }
    expectEqual(named, .failure(refusal))
    box.stop()
  }
}
