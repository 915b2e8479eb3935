import Interchange
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Which songs files of other programs mean.
@Suite("Matching") struct MatchingTests {
  private let bench: ExchangeBench
  private let box: Stick
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    box = try Stick()
    stick = try Stick()
  }

  private func write(
    _ path: String, on stick: Stick, title: String? = nil, artist: String = "", seconds: Int = 3
  ) {
    stick.write(path, FakeFiles.content(title: title ?? path, artist: artist, seconds: seconds))
  }

  private func mount(_ stick: Stick, _ label: String) throws -> VolumeInfo {
    try bench.mount(stick.path, isFixed: label == "Box", label: label)
  }

  private func track(_ path: String, _ info: VolumeInfo) -> TrackReference {
    TrackReference(volume: info.id, path: Array(path.utf8))
  }

  /// What the file on the stick says.
  private func share(_ entries: String, named name: String = "Set") {
    let text = #"{"playlists": [{"id": "P1", "name": "\#(name)", "entries": [\#(entries)]}]}"#
    stick.write("Sync/mixboard-playlists.json", Array(text.utf8))
  }

  private var shared: String {
    String(decoding: Files.read("\(stick.path)/Sync/mixboard-playlists.json") ?? [], as: UTF8.self)
  }

  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  private func tracks(_ name: String) throws -> [TrackReference] {
    try bench.entries(ofPlaylist: name).map(\.track)
  }

  private func paths(_ name: String) throws -> [String] { try bench.paths(ofPlaylist: name) }

  private func importing(_ source: ImportRequest.Source) throws -> ImportReport {
    try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.exchange.imports.make(ImportRequest(source, name: "P"), completion: done)
    }.get()
  }

  private func importing(_ text: String, _ format: ListFormat = .m3u) throws -> ImportReport {
    try importing(.bytes(Array(text.utf8), format: format.rawValue, path: nil))
  }

  // MARK: The file's own volume

  @Test func `songs on the playlist file's volume match first, whatever the others have`() throws {
    for path in ["A/1-02 Ratchet Rag.mp3", "1-03 Other.mp3", "A/elsewhere.mp3", "A/twice.mp3"] {
      write(path, on: box, seconds: 6)
    }
    for path in ["Z/1-02 Ratchet Rag.mp3", "Z/1-03 Other.mp3", "Y/twice.mp3", "Z/twice.mp3"] {
      write(path, on: stick, seconds: 6)
    }
    let far = try mount(box, "Box")
    share(
      #"{"fileName": "1-02 Ratchet Rag.mp3", "position": 0, "duration": 6.0}, {"fileName": "1-03 Other.mp3"}, "#
        + #"{"fileName": "elsewhere.mp3"}, {"fileName": "twice.mp3"}"#)
    stick.write(
      "Lists/list.m3u",
      Array(
        """
        #EXTINF:6,x
        E:\\Music\\1-02 Ratchet Rag.mp3
        /1-03 Other.mp3
        elsewhere.mp3
        /A/twice.mp3
        \(box.path)/A/1-02 Ratchet Rag.mp3
        """.utf8))
    let own = try mount(stick, "Stick")
    _ = try sync(own)
    let first = [
      track("Z/1-02 Ratchet Rag.mp3", own), track("Z/1-03 Other.mp3", own), track("A/elsewhere.mp3", far),
    ]
    // One of those that lie there is meant, and nobody knows which.
    try expectEqual(tracks("Set"), first + [track("twice.mp3", own)])
    let uri = try #require(bench.library.uri(of: track("Lists/list.m3u", own)))
    // A path of the machine's says on which volume it is.
    let last = track("A/1-02 Ratchet Rag.mp3", far)
    try expectEqual(tracks(uri), first + [last])
    let report = try importing(.file(uri: uri))
    expectEqual(report.unmatched, ["/A/twice.mp3"])
    try expectEqual(tracks("P"), first + [track("A/twice.mp3", own), last])
  }

  @Test func `blanks may be spelt as in a URI where no file is called so to the letter`() throws {
    for path in ["W/1-02 Ratchet Rag.mp3", "W/both 1.mp3", "W/both%201.mp3", "V/Ünder.mp3", "W/100%.mp3"] {
      write(path, on: stick)
    }
    stick.write(
      "W/vlc.m3u8",
      Array(
        "1-02%20Ratchet%20Rag.mp3\nboth%201.mp3\n..%2FV/%C3%9Cnder.mp3\n100%.mp3\n%2e%2e/%2e%2e/x.mp3\n".utf8)
    )
    let own = try mount(stick, "Stick")
    let expected = ["W/1-02 Ratchet Rag.mp3", "W/both%201.mp3", "V/Ünder.mp3", "W/100%.mp3"].map {
      track($0, own)
    }
    let uri = try #require(bench.library.uri(of: track("W/vlc.m3u8", own)))
    try expectEqual(tracks(uri), expected)
    let report = try importing(.file(uri: uri))
    expectEqual(report.unmatched, ["%2e%2e/%2e%2e/x.mp3"])
    try expectEqual(tracks("P").prefix(4), expected[...])
  }

  @Test func `a song with title and artist alone is that of the file's own volume`() throws {
    for each in [box, stick] { write("A/song.mp3", on: each, title: "Song", artist: "One") }
    _ = try mount(box, "Box")
    let text =
      "<playlist><trackList><track><title>Song</title><creator>One</creator></track></trackList></playlist>"
    stick.write("list.xspf", Array(text.utf8))
    let own = try mount(stick, "Stick")
    let uri = try #require(bench.library.uri(of: track("list.xspf", own)))
    try expectEqual(tracks(uri), [track("A/song.mp3", own)])
  }

  @Test func `files of one song are one song without a place, and files of several are none`()
    throws
  {
    for path in ["B/same.mp3", "A/same.mp3"] { write(path, on: stick, title: "Same", artist: "One") }
    write("A/short.mp3", on: stick, title: "Other", artist: "One", seconds: 3)
    write("B/long.mp3", on: stick, title: "Other", artist: "One", seconds: 4)
    let tracks = ["Same", "Other"].map { "<track><title>\($0)</title><creator>One</creator></track>" }
    let text = "<playlist><trackList>\(tracks.joined())</trackList></playlist>"
    stick.write("list.xspf", Array(text.utf8))
    let own = try mount(stick, "Stick")
    let uri = try #require(bench.library.uri(of: track("list.xspf", own)))
    try expectEqual(self.tracks(uri), [track("A/same.mp3", own)])
  }

  // MARK: Names

  private func takesNames(_ names: [String], _ wanted: [(String, String)]) throws {
    for name in names { write(name, on: stick) }
    _ = try mount(stick, "Stick")
    let text = wanted.map { "E:\\x\\\($0.0)\n" }.joined()
    try expectEqual(importing(text).unmatched, [])
    #expect(try paths("P").map { Array($0.utf8) } == wanted.map { Array($0.1.utf8) })
  }

  @Test func `a name to the letter comes before one without accents, or in another case`() throws {
    try takesNames(
      [
        "fold/Cafe.mp3", "fold/Caf\u{E9}.mp3", "a/upper.mp3", "b/UPPER.mp3", "a/n\u{E9}.mp3",
        "b/ne\u{301}.mp3",
        "a/Na\u{308}h.mp3", "b/Nah.mp3", "a/Only.mp3", "b/O\u{308}NLY.mp3",
      ],
      [
        ("Caf\u{E9}.mp3", "fold/Caf\u{E9}.mp3"), ("Cafe.mp3", "fold/Cafe.mp3"), ("upper.mp3", "a/upper.mp3"),
        ("UPPER.mp3", "b/UPPER.mp3"), ("n\u{E9}.mp3", "a/n\u{E9}.mp3"), ("ne\u{301}.mp3", "b/ne\u{301}.mp3"),
        ("N\u{E4}h.mp3", "a/Na\u{308}h.mp3"), ("ONLY.mp3", "a/Only.mp3"),
        ("\u{F6}nly.mp3", "b/O\u{308}NLY.mp3"),
      ])
  }

  @Test func `folders outrank the spelling of names, and spelling distinguishes folders`() throws {
    try takesNames(
      ["BookA/Intro.mp3", "BookB/intro.mp3", "c/Cafe/x.mp3", "d/Caf\u{E9}/x.mp3"],
      [
        ("BookB\\Intro.mp3", "BookB/intro.mp3"), ("Caf\u{E9}\\x.mp3", "d/Caf\u{E9}/x.mp3"),
        ("Cafe\\x.mp3", "c/Cafe/x.mp3"),
      ])
  }

  @Test func `a file's name that looks like a location is a name if the file exists`() throws {
    let names = [" lead.mp3", "AC\\DC.mp3", "file:x.mp3"]
    for name in names + ["lead.mp3", "DC.mp3", "x.mp3", "only.mp3"] { write("A/\(name)", on: stick) }
    write("lead.mp3", on: stick)
    share(
      (names + ["file:only.mp3", "C:\\Music\\only.mp3", " gone.mp3", "NO\\NE.mp3"]).map {
        #"{"fileName": "\#($0.replacing("\\", with: "\\\\"))"}"#
      }.joined(separator: ", ")
        + #", {"fileName": "x", "path": "A/AC\\DC.mp3"}, {"fileName": "x", "path": "A\\DC.mp3"}"#
        + #", {"fileName": "only.mp3", "path": "E:\\Old\\other.mp3"}"#)
    let info = try mount(stick, "Stick")
    _ = try sync(info)
    let expected =
      names.map { "A/\($0)" } + [
        "A/only.mp3", "A/only.mp3", " gone.mp3", "NO\\NE.mp3", "A/AC\\DC.mp3", "A/DC.mp3",
      ]
      + ["A/only.mp3"]
    try expectEqual(paths("Set"), expected)
    // What is not here stands in the file as it did, also when that is written anew.
    #expect(try bench.change(playlist: "Set", .add([track("A/x.mp3", info)], at: nil)) == nil)
    try expectEqual(sync(info).written, ["Set"])
    #expect(shared.contains(#""fileName": " gone.mp3""#) && shared.contains(#""fileName": "NO\\NE.mp3""#))
  }

  // MARK: Lengths and words

  @Test(
    arguments: [
      ("#EXTINF:182,Writer B - Intro B", "BookB"), ("#EXTINF:182,x", "BookB"), ("#EXTINF:179,x", "BookA"),
      // As far from both.
      ("#EXTINF:181,x", nil), ("#EXTINF:181,Writer A - Intro A", "BookA"),
      ("#EXTINF:181,WRITER B - x", "BookB"),
      ("#EXTINF:-1,Writer B - Intro B", "BookB"), ("#EXTINF:-1,Intro A", "BookA"), ("#EXTINF:-1,x", nil),
      // Neither.
      ("#EXTINF:190,Writer B - Intro B", nil), ("", nil),
    ] as [(String, String?)])
  func `the nearest in length is meant, else what has the artist and the title`(line: String, folder: String?)
    throws
  {
    write("BookA/Intro.mp3", on: stick, title: "Intro A", artist: "Writer A", seconds: 180)
    write("BookB/Intro.mp3", on: stick, title: "Intro B", artist: "Writer B", seconds: 182)
    _ = try mount(stick, "Stick")
    let report = try importing("\(line)\nE:\\somewhere\\Intro.mp3\n")
    expectEqual(report.unmatchedCount, (folder == nil ? 1 : 0))
    #expect(try paths("P") == [folder.map { "\($0)/Intro.mp3" } ?? "somewhere/Intro.mp3"])
  }

  @Test func `a title may hold the artist, and what is the same song is so in any of its places`() throws {
    for folder in ["A", "B"] { write("\(folder)/same.mp3", on: stick, title: "Same", artist: "One") }
    write("A/Intro.mp3", on: stick, title: "Intro", artist: "Writer A")
    write("B/Intro.mp3", on: stick, title: "Intro", artist: "Writer B")
    _ = try mount(stick, "Stick")
    _ = try importing(
      "[playlist]\nFile1=E:\\x\\Intro.mp3\nTitle1=writer b - intro\nFile2=E:\\x\\same.mp3\n", .pls)
    try expectEqual(paths("P"), ["B/Intro.mp3", "A/same.mp3"])
  }

  @Test(
    arguments: [
      // Whole seconds are rounded by some programs, and cut by others.
      (182.0, [181.6, 182.9], nil), (182.0, [181.4, 182.9], 1), (182.0, [182.0, 183.0], 0),
      (182.0, [179.4, 184.6], nil),
      (182.0, [179.4, 184.5], 1),
      (182.3, [182.31, 182.5], 0), (182.3, [182.31, 182.26], nil), (182.3, [182.31, 182.1, 181.0], 0),
      (182.3, [-9e12, 9e12, 183.0], 2),
    ] as [(Double, [Double], Int?)])
  func `lengths are compared to the given precision`(told: Double, lengths: [Double], expected: Int?) throws {
    func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
    let volume = VolumeID.random()
    var candidates = TrackCandidates(withTexts: false)
    for (index, length) in lengths.enumerated() {
      candidates.add(
        TrackSearch.NamedTrack(
          name: "x.mp3", path: Array("\(index)/x.mp3".utf8), durationMicroseconds: microseconds(length),
          title: nil,
          artists: [], print: Int64(index)), on: volume)
    }
    let location = try #require(Location("E:\\y\\x.mp3".utf8))
    let wanted = WantedTrack(location, duration: .microseconds(microseconds(told)))
    let path = expected.map { TrackReference(volume: volume, path: Array("\($0)/x.mp3".utf8)) }
    #expect(candidates.choice(for: wanted) == path.map { .one($0) } ?? .several)
  }
}
