import Interchange
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Playlists that are taken over from files of other programs.
@Suite("Imports") struct ImportTests {
  private let bench: ExchangeBench
  private let stick: Stick
  private let info: VolumeInfo

  init() throws {
    // The disc's number is the length.
    bench = try ExchangeBench(read: { file in
      var facts = FakeFiles.read(file)
      if case .details(var details) = facts {
        details.duration = .seconds(details.disc ?? 3)
        details.disc = nil
        facts = .details(details)
      }
      return facts
    })
    stick = try Stick()
    for (file, seconds) in [
      ("A/Live/01.mp3", 100), ("A/Studio/01.mp3", 200), ("B/Live/01.mp3", 300), ("B/Live/Unique.mp3", 5),
      ("C/Live/01.mp3", 302),
    ] {
      stick.write(file, FakeFiles.content(title: file, disc: seconds))
    }
    info = try bench.mount(stick.path, isFixed: true)
  }

  private func take(
    _ text: String, _ format: ListFormat? = .m3u, path: String? = nil, name: String? = "P"
  ) throws -> ImportReport {
    try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(
        ImportRequest(.bytes(Array(text.utf8), format: format?.rawValue, path: path), name: name),
        completion: done)
    }.get()
  }

  @Test func `a file that is no text is refused, and makes no playlist`() throws {
    for bytes: [UInt8] in [[0x89, 0x50, 0x4E, 0x47, 0, 0, 1], Array("A/Live/01.mp3".utf8) + [0]] {
      let result = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
        bench.exchange.imports.make(
          ImportRequest(.bytes(bytes, format: "m3u", path: "/x/y.mp3")), completion: done)
      }
      #expect(throws: Refusal.badFile("the file is not a playlist: it is no text", .notAPlaylist)) {
        try result.get()
      }
    }
    stick.write("list.m3u", Array(#"{"format": "mixboard-playlists"}"#.utf8))
    try bench.scan()
    let result = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(ImportRequest(.file(uri: "list.m3u")), completion: done)
    }
    let reason = "the file is not a playlist: it is MixBoard's own file, which sync takes"
    #expect(throws: Refusal.badFile(reason, .mixBoardFile)) { try result.get() }
    #expect(try names.isEmpty)
    // Zeros that are half of a letter are none.
    let wide: [UInt8] = Array("A/Live/01.mp3".utf8).flatMap { [$0, UInt8(0)] }
    #expect(
      try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
        bench.exchange.imports.make(
          ImportRequest(.bytes([0xFF, 0xFE] + wide, format: "m3u", path: nil), name: "W"), completion: done)
      }.get().unmatchedCount == 0)
  }

  private func entries(_ name: String) throws -> [PlaylistEntry] { try bench.entries(ofPlaylist: name) }
  private func paths(_ name: String) throws -> [String] { try bench.paths(ofPlaylist: name) }
  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  @Test(arguments: [ListFormat.m3u, .xspf])
  func `an absent song has the same name after each import and export`(format: ListFormat) throws {
    let names = [
      "/nowhere/Gone Song.mp3", "Gone/50% of it.mp3", "file:///nowhere/Gone%20Song.mp3", "./#1.mp3",
      "D:/Music/Gone Song.mp3", "http://r//x",
    ]
    var text = String(
      decoding: M3UWriter.text(title: nil, names.map { WrittenEntry(path: $0) }), as: UTF8.self)
    _ = try take(text, .m3u, name: "0")
    var found: [[String]] = []
    for round in 0..<3 {
      let entries = try entries("\(round)")
      found.append(entries.map { $0.track.url ?? SourceTrack(of: $0)?.file ?? "" })
      let written = (found.last ?? []).map { WrittenEntry(path: $0) }
      let bytes =
        format == .xspf ? XSPFWriter.text(title: nil, written) : M3UWriter.text(title: nil, written)
      if round > 1 { expectEqual(text, String(decoding: bytes, as: UTF8.self)) }
      text = String(decoding: bytes, as: UTF8.self)
      _ = try take(text, format, name: "\(round + 1)")
    }
    expectEqual(found[0], names)
    if format == .m3u { #expect(found[1] == names && found[2] == names) }
    #expect(try Set((0...3).map { try paths("\($0)") }).count == 1)
    expectEqual(found[1], found[2])
  }

  @Test func `entries are matched by path, then by name and folders, then by length`() throws {
    let report = try take(
      """
      A/Studio/01.mp3
      /somewhere/else/B/Live/01.mp3
      D:\\Music\\unique.MP3
      #EXTINF:101,x
      /x/01.mp3
      #EXTINF:300,x
      /x/Live/01.mp3
      """)
    #expect(report.entries == 5 && report.unmatchedCount == 0 && report.leftOut.isEmpty && report.name == "P")
    try expectEqual(
      paths("P"),
      [
        "A/Studio/01.mp3", "B/Live/01.mp3", "B/Live/Unique.mp3", "A/Live/01.mp3", "B/Live/01.mp3",
      ])
  }

  @Test func `an absent or ambiguous song is reported and kept`() throws {
    let report = try take(
      "/x/Live/01.mp3\n../gone/é.mp3\nhttp://radio.example/live\n#EXTINF:7,Who - What\nE/new.mp3\nB/Live/Unique.mp3\n"
    )
    expectEqual(report.unmatched, ["/x/Live/01.mp3", "../gone/é.mp3", "E/new.mp3"])
    try expectEqual(
      paths("P"),
      [
        "x/Live/01.mp3", "gone/é.mp3", "http://radio.example/live", "E/new.mp3", "B/Live/Unique.mp3",
      ])
    let missing = try entries("P")[3]
    #expect(missing.extra?.contains("\"title\": \"What\"") == true)
    // It is one as soon as it is here.
    stick.write("E/new.mp3", FakeFiles.content(title: "new"))
    try bench.scan()
    stick.move("E/new.mp3", to: "moved.mp3")
    try bench.scan()
    try expectEqual(paths("P")[3], "moved.mp3")
  }

  @Test func `an entry with title and artist alone is found by them, or kept`() throws {
    for (file, title, artist, album, seconds) in [
      ("T/1.mp3", "Träume", "Eins;Zwei", "X", 100), ("T/2.mp3", "Intro", "Eins", "X", 20),
      ("T/3.mp3", "Intro", "Eins", "Y", 20), ("T/4.mp3", "Intro", "Zwei", "Z", 30),
      ("T/5.mp3", "Träume", "Drei", "X", 200),
    ] {
      stick.write(file, FakeFiles.content(title: title, artist: artist, album: album, disc: seconds))
    }
    try bench.scan()
    func track(_ title: String, _ artist: String? = nil, _ album: String? = nil, _ seconds: Int? = nil)
      -> String
    {
      let parts: [(String, String?)] = [
        ("title", title), ("creator", artist), ("album", album), ("duration", seconds.map { "\($0)000" }),
      ]
      let inner = parts.map { name, value in value.map { "<\(name)>\($0)</\(name)>" } ?? "" }.joined()
      return "<track>\(inner)</track>"
    }
    let found: [(String, String)] = [
      (track("TRAUME", "zwei"), "T/1.mp3"), (track("Träume", "Eins, Zwei", nil, 102), "T/1.mp3"),
      (track("Träume", "Drei", "another"), "T/5.mp3"), (track("Träume", nil, nil, 199), "T/5.mp3"),
      (track("Intro", "Eins", "Y"), "T/3.mp3"), (track("Intro", "Zwei"), "T/4.mp3"),
    ]
    let kept: [(String, String)] = [
      (track("Träume"), "Träume"), (track("Träume", "Eins", nil, 150), "Eins - Träume"),
      (track("Intro", "Eins"), "Eins - Intro"),
      (track("Träume", "Vier/Fünf", nil, 100), "Vier/Fünf - Träume"),
      (track("Intro", nil, nil, 20), "Intro"),
    ]
    let tracks = (found + kept).map(\.0).joined()
    let report = try take("<playlist><trackList>\(tracks)</trackList></playlist>", .xspf)
    #expect(report.entries == 11 && report.unmatched == kept.map(\.1) && report.leftOut.isEmpty)
    let names = kept.map { $0.1.replacing("/", with: "_") }
    try expectEqual(paths("P"), found.map(\.1) + names)
    let told = try entries("P").map { SourceTrack(of: $0) }
    #expect(told[6...].map { $0?.title } == ["Träume", "Träume", "Intro", "Träume", "Intro"])
    #expect(told[9]?.artist == "Vier/Fünf" && told[9]?.duration == .seconds(100) && told[9]?.location == nil)
    #expect(try entries("P").allSatisfy { $0.extra?.contains("location") != true })
    // A pass over all titles in pieces of any size finds what one does.
    for limit in [1, 2, 7, 100] {
      let paths = try bench.ask(info) { (store) throws(StoreError) -> [String] in
        var paths: [String] = []
        var next: Int64? = .min
        while let row = next {
          let page = try store.trackSearch.tracks(titled: ["intro"], after: row, limit: limit)
          paths += page.found.map { String(decoding: $0.path, as: UTF8.self) }
          next = page.next
        }
        return paths
      }
      expectEqual(paths.sorted(), ["T/2.mp3", "T/3.mp3", "T/4.mp3"])
    }
  }

  @Test func `a file's own place counts, on its volume and from elsewhere`() throws {
    stick.write("B/Live/list.m3u", Array("01.mp3\n".utf8))
    let report = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(ImportRequest(.file(uri: "B/Live/list.m3u")), completion: done)
    }.get()
    #expect(report.name == "list" && report.unmatchedCount == 0)
    try expectEqual(paths("list"), ["B/Live/01.mp3"])
    #expect(try take("01.mp3", path: "\(stick.path)/C/Live/x.m3u").unmatched.isEmpty)
    try expectEqual(paths("P"), ["C/Live/01.mp3"])
  }

  @Test func `names are the file's, and made unique`() throws {
    try expectEqual(take("#PLAYLIST:Mine\nA/Live/01.mp3", name: nil).name, "Mine")
    try expectEqual(take("#PLAYLIST:Mine\nA/Live/01.mp3", name: nil).name, "Mine 2")
    try expectEqual(take("A/Live/01.mp3", path: "/tmp/a.b.m3u", name: nil).name, "a.b")
    try expectEqual(take("A/Live/01.mp3", name: "a/b\n").name, "a_b_")
    try expectEqual(take("A/Live/01.mp3", nil, name: nil).name, "Playlist")
    try expectEqual(Set(names), ["a_b_", "a.b", "Mine", "Mine 2", "Playlist"])
    // One of that name would hide the list that the jukebox makes.
    try expectEqual(take("#PLAYLIST:Lovely songs\nA/Live/01.mp3", name: nil).name, "Lovely songs 2")
    try expectEqual(take("A/Live/01.mp3", path: "/tmp/Lovely songs.m3u", name: nil).name, "Lovely songs 3")
  }

  @Test(
    arguments: [
      ("#EXTM3U\n", .m3u, "the file contains no song"),
      ("FILE \"a.mp3\" MP3\n  TRACK xx\n", .cue, "the file contains no song"),
      (
        "<playlist><trackList><track><loca", .xspf,
        "the file contains no song: it is damaged, or ends before the first one"
      ),
    ] as [(String, ListFormat, String)])
  func `a file that names no song makes no playlist`(text: String, format: ListFormat, reason: String)
    throws
  {
    #expect(throws: Refusal.badFile(reason, .namesNoSong)) { try take(text, format) }
    #expect(try names.isEmpty)
  }

  @Test func `a cue sheet's parts stay with their entries`() throws {
    let sheet =
      "FILE \"NAME\" MP3\nTRACK 01 AUDIO\nTITLE Eins\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nTITLE Zwei\nINDEX 01 00:10:00\n"
    let told = [("Eins", "01"), ("Zwei", "02")].map {
      [SourceMetadata(.title, $0.0), SourceMetadata(.track, $0.1)]
    }
    _ = try take(sheet.replacing("NAME", with: "A/Live/01.mp3"), nil)
    try expectEqual(entries("P").map(\.region), [Region(end: .seconds(10)), Region(start: .seconds(10))])
    try expectEqual(entries("P").map(\.told), told)
    let page = try bench.answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      bench.library.playlists.entries(of: "P", texts: false, completion: done)
    }.get()
    #expect(page.entries.map(\.told) == told, "also where notes are not asked for")
    try change("P", .describeEntry(1, [.gain(-3)]))
    try change("P", .move(0..<1, to: 1))
    try expectEqual(entries("P").map(\.told), told.reversed())
    // As `save` writes what the queue holds.
    let kept = try entries("P").map { PlaylistEntry($0.track, $0.region, told: $0.told) }
    try change("Q", .write(kept, .create, []))
    try bench.unmount(stick.path)
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(entries("Q").map(\.told), told.reversed())
    // One that is not here is told so, and when it comes.
    _ = try take(sheet.replacing("NAME", with: "E/new.mp3"), nil, name: "R")
    try expectEqual(entries("R").map(\.told), told)
    #expect(try entries("R")[0].extra?.contains("\"location\"") == true)
    #expect(try SourceTrack(of: entries("R")[0])?.duration == nil, "the length of the part is not the file's")
    stick.write("E/new.mp3", FakeFiles.content(title: "new"))
    try bench.scan()
    try expectEqual(paths("R"), ["E/new.mp3", "E/new.mp3"])
    try expectEqual(entries("R").map(\.told), told)
  }

  @Test func `progress is reported to the end`() throws {
    var told: [Int] = []
    let text = String(repeating: "A/Live/01.mp3\n", count: 1000)
    let report = try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(
        ImportRequest(.bytes(Array(text.utf8), format: "m3u", path: nil), name: "P"),
        progress: {
          told.append($0)
          expectEqual($1, 1000)
        }, completion: done)
    }.get()
    expectEqual(report.entries, 1000)
    #expect(told == told.sorted() && told.last == 1000)
  }

  private func change(_ name: String, _ change: PlaylistChange) throws {
    let refusal = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.change(name, change, completion: done)
    }
    #expect(refusal == nil)
  }

  @Test func `files are found by their names in windows of any size`() throws {
    let files = [
      "A.mp3", "a/a.mp3", "a/Ä.mp3", "b/ä.MP3", "b/aa.mp3", "c/a.ogg", "c/\u{FF41}.mp3", "c/d/A.MP3",
      "z/gone a.mp3",
    ]
    let stick = try Stick(Dictionary(uniqueKeysWithValues: files.map { ($0, FakeFiles.content(title: $0)) }))
    try bench.unmount(bench.mount(stick.path, label: "Names").path)
    let store = try stick.open()
    defer { store.close() }
    try store.connection.execute("UPDATE tracks SET state = 1 WHERE name = CAST('gone a.mp3' AS BLOB)")
    for limit in [1, 2, 3, 9, 10, 100] {
      for wanted in [["a.mp3"], ["a.mp3", "aa.mp3", "none"], ["gone a.mp3"], []] as [Set<String>] {
        var found: [String] = []
        var place: TrackSearch.NamePlace?
        repeat {
          let page = try store.trackSearch.tracks(named: wanted, after: place, limit: limit)
          for track in page.found {
            found.append(String(decoding: track.path, as: UTF8.self))
            #expect(wanted.contains(track.name))
          }
          place = page.next
        } while place != nil
        let expected = files.dropLast().filter { file in
          let name = Array(file.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
          return wanted.contains(String(decoding: FoldedName.fold(name), as: UTF8.self))
        }
        #expect(found.sorted() == expected.sorted(), "\(wanted) \(limit)")
      }
    }
  }

  @Test(arguments: [
    ([], "Mix"), (["Mix"], "Mix 2"), (["Mix", "Mix 2", "Mix 4"], "Mix 3"), (["Mix 2"], "Mix"),
    (["Mix"] + (2...9).map { "Mix \($0)" }, "Mix 10"), (["Mix"] + (2...4095).map { "Mix \($0)" }, "Mix 4096"),
    (["Mix"] + (2...4096).map { "Mix \($0)" }, "Mix 4097"),
  ])
  func `a name that is taken gets a number, after few questions`(taken: [String], name: String) {
    var questions = 0
    let free = StoredPlaylist.freeName(like: "Mix") { name in
      questions += 1
      return taken.contains(name)
    }
    expectEqual(free, name)
    #expect(questions <= 32)
  }
}
