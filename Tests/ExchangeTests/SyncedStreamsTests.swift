import Interchange
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What `Sync/mixboard-playlists.json` says by its values, and of what is no file.
@Suite("Streams and spellings in the file of a desktop program") struct SyncedStreamsTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3"] { stick.write(file, FakeFiles.content(title: file)) }
  }

  private static let file = "Sync/mixboard-playlists.json"

  private func write(_ text: String) { stick.write(Self.file, Array(text.utf8)) }

  private var text: String { String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self) }

  private func shared() throws -> [SharedPlaylist] {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    return try file.items.map { try file.playlist($0) }
  }

  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  private func add(_ path: String, to name: String, on info: VolumeInfo) throws {
    let track = TrackReference(volume: info.id, path: Array(path.utf8))
    #expect(try bench.change(playlist: name, .add([track], at: nil)) == nil)
  }

  /// Where its entries are in a network, as every answer tells it.
  private func locations(_ name: String) throws -> [String?] {
    try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      bench.library.playlists.entries(of: name, texts: false, completion: done)
    }.get().entries.map { $0.track.url ?? SourceTrack(of: $0)?.location }
  }

  @Test func `a file that is merely spelled otherwise is no change by the other side`() throws {
    func file(_ whole: String, _ entry: String) -> String {
      #"{"playlists": [{"id": "P1", "name": "Set", \#(whole), "entries": [{"fileName": "one.mp3", \#(entry)}]}]}"#
    }
    let plain = file(
      #""mood": {"b": "süß", "a": ["x/y", 1.5, true, null]}, "n": 120"#, #""link": "http://r/x", "e": 1"#)
    write(plain)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    for other in [
      file(
        #""n": 1.2e2, "mood": {"a": [ "x\/y", 1.50, true, null ], "b": "s\u00fc\u00DF"}"#,
        #""e": 1.0, "\u006cink": "http:\/\/r\/x""#),
      plain,
    ] {
      write(other)
      let report = try sync(info)
      #expect(report.isEmpty, "\(report)")
      try add("A/two.mp3", to: "Set", on: info)
      let changed = try sync(info)
      #expect(changed.written == ["Set"] && changed.conflicts.isEmpty && changed.taken.isEmpty)
      #expect(try sync(info).isEmpty)
      write(other)
      try expectEqual(sync(info).taken, ["Set"])
    }
    for (old, new) in [("süß", "Süß"), ("1.5,", "1.25,"), ("true", "false"), ("http://r/x", "http://r/y")] {
      // Keys that only the other program knows stay in the file, and are no change.
      write(plain)
      _ = try sync(info)
      write(plain.replacing(old, with: new))
      #expect(try sync(info).isEmpty, "\(old)")
      try add("A/two.mp3", to: "Set", on: info)
      try expectEqual(sync(info).written, ["Set"])
      #expect(text.contains(new) && !text.contains(old))
    }
  }

  @Test func `the location of a stream is read in any spelling`() throws {
    write(#"{"playlists": [{"id": "P1", "name": "Set", "entries": [{"fileName": "one.mp3"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    for (extra, location) in [
      (#"{"location":"http://r//x"}"#, "http://r//x"), (#"{"location":"http:\/\/r\/\/x"}"#, "http://r//x"),
      (#"{"loc\u0061tion":"http\u003a\u002f\u002fr//x"}"#, "http://r//x"), (#"{"title":"a\/b"}"#, nil),
      (#"{"x":"http://r//x"}"#, nil),
    ] {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute(
          "UPDATE playlist_entries SET track = NULL, path = ?1, extra = ?2", .blob(Array("http:/r/x".utf8)),
          .text(extra))
      }
      #expect(try locations("Set") == [location], "\(extra)")
      let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
        bench.library.playlists.entries(of: "Set", texts: false, completion: done)
      }.get()
      expectEqual(page.entries.count, 1)
    }
  }

  @Test func `streams stay in the file as they stand there, and come into it as they were imported`() throws {
    let urls = [
      "http://radio.example:8000/live//a?b=../c&d=http://e//f", "http://radio.example/x", "rtsp://h/ü b",
    ]
    write(
      #"{"playlists": [{"id": "P1", "name": "Set", "entries": [{"fileName": "a", "path": "\#(urls[0])", "energy": 7}, "#
        + #"{"fileName": "x", "path": "\#(urls[1])", "location": "Berlin"}, {"fileName": "\#(urls[2])"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    _ = try sync(info)
    try expectEqual(locations("Set"), [urls[0], nil, urls[2]])
    try add("A/two.mp3", to: "Set", on: info)
    try expectEqual(sync(info).written, ["Set"])
    let set = try #require(try shared().first)
    expectEqual(set.entries.map(\.path), urls + ["A/two.mp3"])
    #expect(set.entries.prefix(2).map(\.extra) == [#"{"energy":7}"#, #"{"location":"Berlin"}"#])
    #expect(set.entries.allSatisfy { $0.volume == nil })
    #expect(try sync(info).isEmpty)

    let list = "#EXTM3U\n#EXTINF:-1,Some Radio\n\(urls[0])\nA/one.mp3\n"
    _ = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(
        ImportRequest(.bytes(Array(list.utf8), format: "m3u", path: nil), name: "Radio"), completion: done)
    }.get()
    try expectEqual(sync(info).written, ["Radio"])
    try expectEqual(shared().last?.entries.map(\.path), [urls[0], "A/one.mp3"])
    #expect(try sync(info).isEmpty)
    // Both ways: a file that somebody has copied onto another stick.
    let other = try Stick(["A/one.mp3": FakeFiles.content(title: "A/one.mp3")])
    other.write(Self.file, Array(text.utf8))
    let second = try ExchangeBench()
    let copy = try second.mount(other.path, isFixed: true)
    _ = try second.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      second.exchange.sync.run(copy.id, completion: done)
    }.get()
    let radio = try second.entries(ofPlaylist: "Radio")
    #expect(radio.count == 2 && radio[0].track.url == urls[0])
    expectEqual([SourceMetadata](ofExtra: radio[0].extra), [SourceMetadata(.name, "Some Radio")])
  }
}
