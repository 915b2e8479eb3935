import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Playlist files on volumes: found by scans, listed and read as playlists that nobody can change.
@Suite("Playlist files") struct PlaylistFileTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
    stick = try Stick()
    for (number, file) in ["Artist/Album/01 One.mp3", "Artist/Album/02 Two.mp3", "Other/01 One.mp3"]
      .enumerated()
    {
      stick.write(file, FakeFiles.content(title: file, track: number + 1))
      stick.setModified(file, seconds: 1_700_000_000)
    }
  }

  private func write(_ name: String, _ text: String) { stick.write(name, Array(text.utf8)) }

  private func entries(_ name: String, limit: Int = 300) throws -> [String] {
    var found: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
        bench.library.playlists.entries(of: name, after: cursor, limit: limit, completion: done)
      }.get()
      found += page.tracks.map { bench.library.uri(of: $0) ?? "?" }
      cursor = page.next
    } while cursor != nil
    return found
  }

  @Test func `playlist files stand after the songs of their folder, in natural order`() throws {
    write("Artist/list 10.m3u", "")
    write("Artist/list 9.M3U8", "")
    write("Playlists/a.pls", "")
    write("Playlists/b.xspf", "")
    write("top.cue", "")
    write("no list.txt", "")
    write("Playlists/.hidden.m3u", "")
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(), ["Artist/", "Other/", "Playlists/", "top.cue"])
    try expectEqual(bench.list("Playlists"), ["Playlists/a.pls", "Playlists/b.xspf"])
    let all = [
      "top.cue", "Artist/", "Artist/list 9.M3U8", "Artist/list 10.m3u", "Artist/Album/",
      "Artist/Album/01 One.mp3",
      "Artist/Album/02 Two.mp3", "Other/", "Other/01 One.mp3", "Playlists/", "Playlists/a.pls",
      "Playlists/b.xspf",
    ]
    for limit in [1, 2, 3, 300] { try expectEqual(bench.list(recursive: true, limit: limit), all) }
  }

  @Test func `all playlist files are listed, read-only, and no playlist of the same name hides one`() throws {
    for name in ["Playlists/b 10.m3u8", "Playlists/b 9.m3u8", "Artist/x.pls"] { write(name, "") }
    write("top.m3u8", "Artist/Album/01 One.mp3\nnone.mp3\nOther/01 One.mp3\n/no/two.mp3\n")
    let info = try bench.mount(stick.path, isFixed: true)
    let found = try bench.answer { bench.library.playlists.files.all(completion: $0) }.get()
    #expect(found.allSatisfy { $0.volume == info.name })
    expectEqual(found.map(\.uri), ["top.m3u8", "Artist/x.pls", "Playlists/b 9.m3u8", "Playlists/b 10.m3u8"])
    let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      bench.library.playlists.entries(of: "top.m3u8", completion: done)
    }.get()
    #expect(page.entries.count == 2 && page.missing == 2)

    let track = try #require(page.tracks.first)
    func change(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
      try bench.answer { (done: @escaping (Refusal?) -> Void) in
        bench.library.playlists.change(name, change, completion: done)
      }
    }
    let changes: [PlaylistChange] = [
      .add([track], at: nil), .save([track], .create), .clear, .remove, .rename("Other"),
      .describe([.tempo(90)]), .delete(0..<1), .move(0..<1, to: 1),
    ]
    for one in changes { #expect(try change("top.m3u8", one) == .playlistFile("top.m3u8"), "\(one)") }
    try expectEqual(change("Artist/x.pls", .remove), .playlistFile("Artist/x.pls"))
    try expectEqual(bench.add([], toPlaylist: "top.m3u8"), .playlistFile("top.m3u8"))
    #expect(try change("mine", .add([track], at: nil)) == nil)
    try expectEqual(change("mine", .rename("top.m3u8")), .playlistFile("top.m3u8"))
    try expectEqual(bench.playlists.map(\.name), ["mine"])
    let texts = try bench.answer { (done: @escaping (Result<PlaylistTexts, Refusal>) -> Void) in
      bench.library.playlists.texts(of: "top.m3u8", completion: done)
    }
    #expect(throws: Refusal.playlistFile("top.m3u8")) { try texts.get() }
    // Other names with such an ending are names like any.
    try expectEqual(change("none.m3u8", .remove), .noSuchPlaylist)
    #expect(try change("new.m3u8", .add([track], at: nil)) == nil)
  }

  @Test func `an update of an ignored path forgets it`() throws {
    write("Playlists/a.m3u", "")
    write("Other/b.m3u", "")
    _ = try bench.mount(stick.path, isFixed: true)
    write(".jukeboxignore", "Playlists\nb.m3u\n")
    try bench.scan("Playlists")
    #expect(try bench.list(recursive: true).filter { $0.hasSuffix(".m3u") } == ["Other/b.m3u"])
    try bench.scan("Other/b.m3u")
    #expect(try bench.list(recursive: true).filter { $0.hasSuffix(".m3u") } == [])
    #expect(try bench.list().contains("Playlists/") == false)
  }

  @Test func `playlist files beyond a volume's limit are left out, with a message`() {
    var found = FoundPlaylistFiles(known: [Array("z".utf8): [Array("old.m3u".utf8)]])
    func names(_ count: Int) -> [[UInt8]] { (0..<count).map { Array("\($0).m3u".utf8) } }
    for folder in 1...9 { found.met(names(1000), in: Array("\(folder)".utf8)) }
    #expect(found.message == nil)
    found.met(names(1000), in: Array("x".utf8), leftOut: 7)
    #expect(found.message?.hasPrefix("7 playlist files are skipped, the first in x: at most 1000 ") == true)
    found.met(names(3), in: Array("z".utf8))
    #expect(found.message?.hasPrefix("10 playlist files are skipped") == true)
    // What was known there before is not there any more for all that.
    #expect(found.changes.last?.folder == Array("z".utf8) && found.changes.last?.names == [])
    #expect(found.changes.reduce(0) { $0 + $1.names.count } == PlaylistFileTable.most)
  }

  @Test func `a folder with more than are kept of one is named`() throws {
    for number in 0...FoundPlaylistFiles.mostInFolder { write("Playlists/\(number).m3u", "") }
    _ = try bench.mount(stick.path)
    #expect(
      bench.warnings.count { $0.contains("1 playlist files are skipped, the first in Playlists") } == 1)
  }

  @Test func `scans notice what comes and goes, and write nothing where nothing did`() throws {
    write("Playlists/a.m3u", "")
    write("Artist/b.m3u", "")
    let info = try bench.mount(stick.path, isFixed: true)
    func changes() throws -> Int64 {
      let volume = try #require(bench.library.open(info.id))
      return try bench.answer { (done: @escaping (Result<Int64, StoreError>) -> Void) in
        bench.library.ask(volume, { (store) in store.connection.totalChanges }, completion: done)
      }.get()
    }
    try bench.indexed(info.id)
    try bench.scan()
    // The indexes are made better behind the scan, until there is nothing to make better.
    try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      guard let volume = bench.library.open(info.id) else { return done(.failure(.closed)) }
      bench.library.ask(
        volume, { (store) throws(StoreError) in while try store.textIndex.merge() {} }, completion: done)
    }.get()
    let before = try changes()
    try bench.scan()
    try expectEqual(changes(), before)

    stick.remove("Artist/b.m3u")
    write("Artist/c.pls", "")
    try bench.scan()
    try expectEqual(bench.list("Artist"), ["Artist/Album/", "Artist/c.pls"])
    // A scan of a part leaves the rest as it is.
    stick.remove("Playlists/a.m3u")
    write("Artist/d.pls", "")
    try bench.scan("Artist")
    try expectEqual(bench.list("Artist"), ["Artist/Album/", "Artist/c.pls", "Artist/d.pls"])
    let known = try #require(bench.library.open(info.id))
    func count() throws -> Int {
      try bench.answer { (done: @escaping (Result<Int, StoreError>) -> Void) in
        bench.library.ask(
          known,
          { (store) throws(StoreError) in
            try store.playlistFiles.files(below: []).values.reduce(0) { $0 + $1.count }
          },
          completion: done)
      }.get()
    }
    try expectEqual(count(), 3)
    // What is gone is not listed, known or not.
    #expect(try bench.list("Playlists").isEmpty)
    try bench.scan()
    try expectEqual(count(), 2)
    try expectEqual(bench.list(), ["Artist/", "Other/"])
    // So does one of a single file.
    write("Other/e.xspf", "")
    try bench.scan("Other/e.xspf")
    try expectEqual(bench.list("Other"), ["Other/01 One.mp3", "Other/e.xspf"])
    stick.remove("Other/e.xspf")
    try bench.scan("Other/e.xspf")
    try expectEqual(count(), 2)
  }

  @Test func `songs are found by path and by name, and missing ones are left out`() throws {
    write(
      "Artist/list.m3u",
      """
      Album/01 One.mp3
      ../Other/01 One.mp3
      \\Artist\\Album\\02 Two.mp3
      /home/me/Music/Album/01 ONE.mp3
      C:\\Music\\02 two.mp3
      /elsewhere/01 One.mp3
      gone.mp3
      ../../../out.mp3
      http://radio.example/
      """)
    _ = try bench.mount(stick.path, isFixed: true)
    let expected = [
      "Artist/Album/01 One.mp3", "Other/01 One.mp3", "Artist/Album/02 Two.mp3", "Artist/Album/01 One.mp3",
      "Artist/Album/02 Two.mp3", "http://radio.example/",
    ]
    for limit in [1, 2, 300] { try expectEqual(entries("Artist/list.m3u", limit: limit), expected) }
    // It is read anew.
    write("Artist/list.m3u", "Album/02 Two.mp3\n")
    try expectEqual(entries("Artist/list.m3u"), ["Artist/Album/02 Two.mp3"])
    #expect(throws: Refusal.noSuchPlaylist) { try entries("Artist/none.m3u") }
    #expect(throws: Refusal.noSuchPlaylist) { try entries("Artist/Album/01 One.mp3") }
    // A folder that is called so is none.
    write("Artist/x.m3u/y.txt", "")
    #expect(throws: Refusal.noSuchPlaylist) { try entries("Artist/x.m3u") }
  }

  @Test(arguments: [
    ("m3u", "#EXTM3U\n#EXTINF:-1,One\nhttp://r/1\nftp://r/no\nhttps://r/2?a=b#charset=utf-8\n"),
    ("m3u8", "#EXTINF:-1,One\r\nhttp://r/1\r\nhttps://r/2?a=b#charset=utf-8\r\n"),
    (
      "pls",
      "[playlist]\nFile1=http://r/1\nTitle1=One\nFile2=https://r/2?a=b#charset=utf-8\nNumberOfEntries=2\n"
    ),
    (
      "xspf",
      "<playlist><trackList><track><location>http://r/1</location><title>One</title></track>"
        + "<track><location>https://r/2?a=b#charset=utf-8</location></track></trackList></playlist>"
    ),
    (
      "asx",
      "<ASX version=\"3\"><ENTRY><TITLE>One</TITLE><REF HREF=\"http://r/1\"/></ENTRY>"
        + "<entry><ref href=\"https://r/2?a=b#charset=utf-8\"/></entry></ASX>"
    ),
  ])
  func `stations in a file of each kind have their URLs and names`(ending: String, text: String) throws {
    write("Stations.\(ending)", text)
    _ = try bench.mount(stick.path, isFixed: true)
    let files = try bench.answer { bench.library.playlists.files.all(completion: $0) }.get()
    expectEqual(files.map(\.uri), ["Stations.\(ending)"])
    let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      bench.library.playlists.entries(of: "Stations.\(ending)", after: nil, limit: 10, completion: done)
    }.get()
    expectEqual(page.entries.map(\.track.url), ["http://r/1", "https://r/2?a=b#charset=utf-8"])
    expectEqual(page.entries.map(\.told), [[SourceMetadata(.name, "One")], []])
  }

  @Test func `a kept playlist of the same name comes first`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    let track = TrackReference(volume: info.id, path: Array("Artist/Album/02 Two.mp3".utf8))
    _ = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.change("list.m3u", .save([track], .create), completion: done)
    }
    // The file came later.
    write("list.m3u", "Other/01 One.mp3")
    try bench.scan()
    try expectEqual(entries("list.m3u"), ["Artist/Album/02 Two.mp3"])
  }

  @Test func `a cue sheet gives parts of a file, and their names`() throws {
    write(
      "Artist/Album/album.cue",
      """
      TITLE CA
      FILE "01 One.mp3" MP3
      TRACK 01 AUDIO
      TITLE Eins
      PERFORMER PA
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE "Zwei"
      INDEX 01 00:01:00
      FILE "02 Two.mp3" MP3
      TRACK 03 AUDIO
      INDEX 01 00:00:00
      """)
    // What names whole songs knows less than their tags do.
    write("Artist/Album/list.m3u", "#EXTM3U\n#EXTINF:3,Who - What\n01 One.mp3\n")
    _ = try bench.mount(stick.path, isFixed: true)
    let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      bench.library.playlists.entries(of: "Artist/Album/album.cue", completion: done)
    }.get()
    expectEqual(page.entries.map(\.region), [Region(end: .seconds(1)), Region(start: .seconds(1)), .whole])
    expectEqual(
      page.entries.map(\.told),
      [
        [
          SourceMetadata(.title, "Eins"), SourceMetadata(.artist, "PA"), SourceMetadata(.album, "CA"),
          SourceMetadata(.track, "01"),
        ],
        [SourceMetadata(.title, "Zwei"), SourceMetadata(.album, "CA"), SourceMetadata(.track, "02")],
        [SourceMetadata(.album, "CA"), SourceMetadata(.track, "03")],
      ])
    let list = try bench.entries(ofPlaylist: "Artist/Album/list.m3u")
    expectEqual(list.map(\.told), [[]])
  }

  @Test func `a cue sheet gives tracks of files that were encoded after it was written`() throws {
    let sheet = """
      FILE "%" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 01 00:01:00
      """
    func write(_ name: String, naming file: String) {
      self.write(name, sheet.split(separator: "%").joined(separator: file))
    }
    write("Artist/Album/wav.cue", naming: "01 One.wav")
    write("Artist/Album/drive.cue", naming: #"C:\Rips\02 Two.wav"#)
    write("Artist/Album/other.cue", naming: "01.wav")
    _ = try bench.mount(stick.path, isFixed: true)
    for (name, file) in [("wav", "01 One.mp3"), ("drive", "02 Two.mp3")] {
      let entries = try bench.entries(ofPlaylist: "Artist/Album/\(name).cue")
      #expect(
        entries.map { String(decoding: $0.track.path, as: UTF8.self) }
          == Array(repeating: "Artist/Album/\(file)", count: 2))
      expectEqual(entries.map(\.region), [Region(end: .seconds(1)), Region(start: .seconds(1))])
    }
    #expect(throws: Refusal.self) { try bench.entries(ofPlaylist: "Artist/Album/other.cue") }
  }

  @Test func `a playlist file that gives no song has the reason`() throws {
    write("gone.m3u", "none.mp3\n../x.mp3\n")
    write("one.m3u", "none.mp3\n")
    write("data.cue", "FILE \"a.bin\" BINARY\nTRACK 01 MODE1/2352\nINDEX 01 00:00:00\n")
    write("empty.m3u", "#EXTM3U\n")
    _ = try bench.mount(stick.path, isFixed: true)
    for (name, reason) in [
      ("gone.m3u", "No file for any of the 2 songs in gone.m3u; the first is none.mp3"),
      ("one.m3u", "No file for the song in one.m3u; the first is none.mp3"),
      ("data.cue", "No audio track in data.cue"),
    ] {
      #expect(throws: Refusal.failed(.nothingToPlay, reason, about: name)) {
        try bench.entries(ofPlaylist: name)
      }
    }
    #expect(try bench.entries(ofPlaylist: "empty.m3u").isEmpty)
  }
}
