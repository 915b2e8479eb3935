import Configuration
import Control
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Radio stations by their names")
struct StationTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["a/1.flac": "album/2-01 Solder.flac", "b/2.mp3": "album/1-02 Ratchet Rag.mp3"])
    let root = try Root(path: "\(shelf.path)/Stick")
    func write(_ name: String, _ text: String) throws {
      let file = try root.create(Array(name.utf8))
      try expectEqual(file.write(Array(text.utf8).span), text.utf8.count)
    }
    try write("Stations.m3u", "#EXTM3U\n#EXTINF:-1,From EXTINF\nhttp://127.0.0.1:9/extinf\n")
    try write(
      "stations.PLS", "[playlist]\nFile1=http://127.0.0.1:9/pls\nTitle1=From PLS\nNumberOfEntries=1\n")
    try write("Radio.m3u", "#EXTM3U\n#EXTINF:-1,Another list\nhttp://127.0.0.1:9/no\n")
    try root.makeFolder(Array("lists".utf8))
    try write("lists/Stations.m3u", "#EXTM3U\n#EXTINF:-1,Too deep\nhttp://127.0.0.1:9/no\n")
  }

  /// With a station of the playlist.
  private func box() throws -> Box {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try add("Mein Sender", "http://127.0.0.1:9/live", to: box)
    return box
  }

  private func change(_ box: Box, _ name: String, _ change: PlaylistChange) throws {
    var answer: [Refusal?] = []
    box.core.library.playlists.change(name, change) { answer.append($0) }
    try box.turn { !answer.isEmpty }
    expectEqual(answer, [nil])
  }

  private func add(_ name: String, _ url: String, to box: Box) throws {
    let entry = PlaylistEntry(
      try #require(TrackReference(url: url)), told: [SourceMetadata(.name, name)])
    try change(box, Station.playlist, .write([entry], .create, []))
  }

  private func answer<Value>(_ box: Box, _ ask: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var answer: Value?
    ask { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  @Test func `stations are those of the playlist, then those of files at the roots of volumes`() throws {
    let box = try box()
    let stations = try answer(box) { box.core.library.playlists.stations.all(completion: $0) }.get()
    #expect(
      stations.map { "\($0.name) \($0.url.suffix(5)) \($0.position)" } == [
        "Mein Sender /live 0", "From EXTINF xtinf 0", "From PLS 9/pls 0",
      ])
    expectEqual(stations.map(\.isOfPlaylist), [true, false, false])
    box.stop()
  }

  @Test func `a station has its name wherever its URL is, and loses it with its entry`() throws {
    let box = try box()
    let streams = box.core.playing.streams
    try box.turn { streams.names.count == 3 }
    for (url, name) in [("live", "Mein Sender"), ("extinf", "From EXTINF"), ("pls", "From PLS")] {
      #expect(
        streams.song("http://127.0.0.1:9/\(url)").tags == [Song.TagValue(.name, name)], "no server said more")
    }
    // A queue that a client made of the URL alone is read again once it has a name.
    let track = try #require(TrackReference(url: "http://127.0.0.1:9/other"))
    try box.core.controller.handle(.add([track], at: .end))
    let version = box.core.controller.queue.version
    try change(
      box, Station.playlist,
      .write([PlaylistEntry(track, told: [SourceMetadata(.name, "Other")])], .replace, []))
    try box.turn { streams.names["http://127.0.0.1:9/other"] == "Other" }
    #expect(box.core.controller.queue.version > version)
    #expect(streams.names["http://127.0.0.1:9/live"] == nil)
    box.stop()
  }

  @Test func `a station is added to the queue by its name, where no song or folder has that`() throws {
    let box = try box()
    let additions = box.core.library.additions
    let live = try #require(TrackReference(url: "http://127.0.0.1:9/live"))
    func below(_ name: String) throws -> Result<[TrackReference], Refusal> {
      try answer(box) { _ = additions.tracks(below: name, completion: $0) }
    }
    try expectEqual(below("Mein Sender"), .success([live]))
    try expectEqual(below("mein sender"), .failure(.noSuchDirectory))
    #expect(try answer(box) { _ = additions.track(at: "Mein Sender", completion: $0) } == .success(live))
    #expect(try answer(box) { _ = additions.track(at: "nosuch", completion: $0) } == .failure(.noSuchSong))
    try add("a", "http://127.0.0.1:9/folder", to: box, .append)
    try expectEqual(below("Stick/a").get().map(\.path), [Array("a/1.flac".utf8)])
    box.stop()
  }

  @Test func `several added paths may include the names of stations`() throws {
    let box = try Box(on: shelf, autoplay: .off, folders: [shelf.path(of: "Stick")])
    try box.core.start()
    try box.turn { box.volume("Stick") != nil && !box.isScanning }
    let additions = box.core.library.additions
    let found = try answer(box) {
      _ = additions.tracks(belowEach: ["a", "From PLS", "nosuch"], onlySongs: false, completion: $0)
    }
    #expect(
      found == [
        .success(try box.tracks(["a/1.flac"], of: "Stick")),
        .success([try #require(TrackReference(url: "http://127.0.0.1:9/pls"))]), .failure(.noSuchDirectory),
      ])
    box.stop()
  }

  private func add(_ name: String, _ url: String, to box: Box, _ mode: PlaylistChange.SaveMode) throws {
    let entry = PlaylistEntry(
      try #require(TrackReference(url: url)), told: [SourceMetadata(.name, name)])
    try change(box, Station.playlist, .write([entry], mode, []))
  }

  @Test func `a preset is bound to a station by its name, and plays it under that`() throws {
    let box = try box()
    let shortcuts = PlaybackAdapter(box.core, output: .null)
    for (preset, name) in [(1, "Mein Sender"), (2, "From PLS")] {
      #expect(try answer(box) { shortcuts.bind(preset: preset, to: name, completion: $0) } == nil)
    }
    func play(_ preset: Int) throws -> Refusal? {
      try answer(box) { box.core.playing.presets.play(.preset(preset), completion: $0) }
    }
    func reports() throws -> [PresetReport] { try answer(box) { shortcuts.presets(completion: $0) } }
    try expectEqual(
      reports(),
      [
        PresetReport(number: 1, name: "Mein Sender", kind: .station, isPresent: true),
        PresetReport(number: 2, name: "From PLS", kind: .station, isPresent: true),
      ])
    #expect(try play(2) == nil && box.paths == ["http://127.0.0.1:9/pls"])
    #expect(try play(1) == nil && box.paths == ["http://127.0.0.1:9/live"])
    expectEqual(box.core.controller.queue.entries.map(\.told), [[SourceMetadata(.name, "Mein Sender")]])
    // The same by the name that a button says.
    try box.core.controller.handle(.clear)
    box.core.controller.report(.perform(.playNamed("Mein Sender")))
    try box.turn { box.paths == ["http://127.0.0.1:9/live"] }
    // The station has moved to another URL, then it is gone.
    try add("Mein Sender", "http://127.0.0.1:9/new", to: box, .replace)
    #expect(try play(1) == nil && box.paths == ["http://127.0.0.1:9/new"])
    try change(box, Station.playlist, .remove)
    try expectEqual(play(1), .emptyPreset("The station Mein Sender is not available"))
    try expectEqual(reports().map(\.isPresent), [false, true])
    try expectEqual(box.afterPowerCut().presets[1]?.name, "Mein Sender")
    box.stop()
  }

  @Test func `a playlist that is deleted and made again is found by a preset by its name`() throws {
    let box = try box()
    let shortcuts = PlaybackAdapter(box.core, output: .null)
    let songs = try box.tracks(["a/1.flac", "b/2.mp3"], of: "Stick")
    for name in ["Party", "Stations list"] {
      try change(box, name, .write([PlaylistEntry(songs[0])], .create, []))
    }
    #expect(try answer(box) { shortcuts.bind(preset: 1, to: "Party", completion: $0) } == nil)
    func play() throws -> Refusal? {
      try answer(box) { box.core.playing.presets.play(.preset(1), completion: $0) }
    }
    func isPresent() throws -> [Bool] {
      try answer(box) { shortcuts.presets(completion: $0) }.map(\.isPresent)
    }
    try change(box, "Party", .remove)
    try expectEqual(isPresent(), [false])
    try expectEqual(play(), .emptyPreset("The playlist Party is not available"))
    try change(box, "Party", .write([PlaylistEntry(songs[1])], .create, []))
    try expectEqual(isPresent(), [true])
    #expect(try play() == nil && box.paths == ["b/2.mp3"])
    box.stop()
  }
}
