import Model
import Support
import Testing

@testable import Interchange

/// What files of other programs say, and what hostile ones can't do.
struct PlaylistFileTests {
  private func read(_ text: String, _ format: ListFormat) -> PlaylistFile {
    PlaylistFile(reading: Array(text.utf8), as: format)
  }

  private func paths(_ file: PlaylistFile) -> [String] {
    file.entries.map { entry in
      let path = entry.location.components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
      return entry.location.start == .root ? "/\(path)" : path
    }
  }

  @Test func `nothing is left out of a whole file`() {
    let file = read("a.mp3\n", .m3u)
    #expect(file.leftOut.isEmpty && !file.leftOut.isTooLong && !file.leftOut.isDamaged)
  }

  @Test func `a time of up to a year of 366 days is read`() {
    func seconds(_ text: String) -> Duration? { SourceText.seconds(Array(text.utf8)[...]) }
    expectEqual(seconds("31622400"), .seconds(31_622_400))
    #expect(seconds("31622401") == nil)
  }

  // MARK: M3U

  @Test func `an M3U has a path on each line, and remarks about the next one`() {
    let file = read(
      """
      #EXTM3U
      #PLAYLIST:Evening
      #EXTINF:545,Miles Davis - So What
      Miles/Kind of Blue/01 So What.flac
      # a remark
      #EXTINF:-1 tvg-id="a,b",Live - Radio
      #EXTVLCOPT:start-time=12.5
      #EXTVLCOPT:stop-time=80
      ../other/./x.mp3

      plain.ogg
      """, .m3u)
    expectEqual(file.title, "Evening")
    #expect(!file.isCut)
    expectEqual(paths(file), ["Miles/Kind of Blue/01 So What.flac", "../other/x.mp3", "plain.ogg"])
    expectEqual(file.entries[0].artist, "Miles Davis")
    expectEqual(file.entries[0].title, "So What")
    expectEqual(file.entries[0].duration, .seconds(545))
    #expect(file.entries[1].duration == nil)
    expectEqual(file.entries[1].title, "Radio")
    expectEqual(file.entries[1].start, .milliseconds(12_500))
    expectEqual(file.entries[1].end, .seconds(80))
    #expect(file.entries[2].title == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\n\n"])
  func `lines end as on any system`(end: String) {
    expectEqual(
      paths(read(["#EXTM3U", "a.mp3", "b c.mp3", ""].joined(separator: end), .m3u)), ["a.mp3", "b c.mp3"])
  }

  @Test func `paths may be those of any system`() {
    let file = read(
      #"""
      C:\Music\Björk\Jóga.mp3
      \\nas\music\a.mp3
      folder\b.mp3
      /home/me/Music/c.mp3
      file:///home/me/My%20Music/d%23.mp3
      file:///C:/Music/e.mp3
      file://localhost/srv/f.mp3
      FILE:/srv/g.mp3
      file://C:/h.mp3
      odd\name/i.mp3
      /a/../../j.mp3
      """#, .m3u)
    expectEqual(
      paths(file),
      [
        "/Music/Björk/Jóga.mp3", "/nas/music/a.mp3", "folder/b.mp3", "/home/me/Music/c.mp3",
        "/home/me/My Music/d#.mp3", "/Music/e.mp3", "/srv/f.mp3", "/srv/g.mp3", "/h.mp3", "odd/name/i.mp3",
        "/j.mp3",
      ])
    let both = file.entries[9].location.unixComponents
    expectEqual(both, [Array("odd\\name".utf8), Array("i.mp3".utf8)])
    #expect(file.entries[0].location.unixComponents == nil)
  }

  @Test func `a relative path may be spelt as in a URI, and to the letter`() {
    let file = read(
      """
      1-02%20Ratchet%20Rag.mp3
      J%F6rg/%4a.mp3
      100%.mp3
      a%00b.mp3
      ..%2F%2e%2E/up.mp3
      file:///a%2520b.mp3
      http://a/b%20c
      """, .m3u)
    let decoded = file.entries.map {
      $0.location.decodedComponents?.map { String(decoding: $0, as: UTF8.self) }
    }
    expectEqual(
      decoded, [["1-02 Ratchet Rag.mp3"], ["Jörg", "J.mp3"], nil, nil, ["..", "..", "up.mp3"], nil, nil])
    #expect(
      file.entries[0].location.components == [Array("1-02%20Ratchet%20Rag.mp3".utf8)], "to the letter first")
  }

  @Test func `streams are kept as what they are`() {
    let file = read("http://radio.example:8000/live?x=1\nhttps://a/b/../c.mp3", .m3u)
    expectEqual(file.entries.map(\.location.start), [.web, .web])
    expectEqual(paths(file), ["http:/radio.example:8000/live?x=1", "https:/a/c.mp3"])
    expectEqual(file.entries[0].location.text, "http://radio.example:8000/live?x=1")
  }

  @Test func `any encoding is read`() {
    let text = "#EXTINF:5,Motörhead - Ünïcödé\nMotörhead/“x”.mp3\n"
    var units: [UInt16] = Array(text.utf16)
    func bytes(_ units: [UInt16], little: Bool) -> [UInt8] {
      units.flatMap { little ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    var files: [[UInt8]] = [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8)]
    units.insert(0xFEFF, at: 0)
    files += [bytes(units, little: true), bytes(units, little: false)]
    for file in files.map({ PlaylistFile(reading: $0, as: .m3u) }) {
      expectEqual(paths(file), ["Motörhead/“x”.mp3"])
      expectEqual(file.entries.first?.artist, "Motörhead")
    }
    // Without a mark, UTF-16 shows by its zeros.
    let plain = Array("#EXTM3U\nfolder/name of a song.mp3\nother/song with a name.mp3 ".utf16)
    for little in [true, false] {
      expectEqual(
        paths(PlaylistFile(reading: bytes(plain, little: little), as: .m3u)),
        [
          "folder/name of a song.mp3", "other/song with a name.mp3",
        ])
    }
    // Windows-1252, in which Latin-1 is.
    let western: [UInt8] =
      [0x4D, 0x6F, 0x74, 0xF6, 0x72, 0x2F, 0x93, 0x78, 0x94, 0x80] + Array(".mp3".utf8)
    expectEqual(paths(PlaylistFile(reading: western, as: .m3u)), ["Motör/“x”€.mp3"])
    // So are percents, which may stand for either.
    expectEqual(
      paths(read("file:///Mot%F6r.mp3\nfile:///Mot%C3%B6r.mp3", .m3u)), ["/Motör.mp3", "/Motör.mp3"])
  }

  @Test func `lines that name no song are counted, not read`() {
    let file = PlaylistFile(reading: Array("good.mp3\n..\n/\n.\na\u{0}b\n".utf8), as: .m3u)
    expectEqual(paths(file), ["good.mp3"])
    #expect(file.leftOut.nameless == 4 && !file.isCut)
    let long = String(repeating: "x/", count: 3000) + "a.mp3"
    #expect(read(long, .m3u).entries.isEmpty)
    #expect(read(String(repeating: "x/", count: 500) + "a.mp3", .m3u).entries.isEmpty)
  }

  @Test func `a list ends where a playlist would be full`() {
    let file = read(String(repeating: "a\n", count: PlaylistFile.mostEntries + 5), .m3u)
    expectEqual(file.entries.count, PlaylistFile.mostEntries)
    #expect(file.leftOut.surplus == 5 && !file.isCut)
    let numbered = (1...PlaylistFile.mostEntries + 7).map { "File\($0)=a\n" }.joined()
    expectEqual(read(numbered + "File3=\n", .pls).leftOut.surplus, 7)
    let track = "<track><location>a.mp3</location></track>"
    let tracks = String(repeating: track, count: PlaylistFile.mostEntries + 9)
    let list = read("<playlist><trackList>\(tracks)</trackList></playlist>", .xspf)
    #expect(list.entries.count == PlaylistFile.mostEntries && list.leftOut.surplus == 9 && !list.isCut)
    let parts = (1...PlaylistFile.mostEntries + 2).map { "TRACK \($0) AUDIO\nINDEX 01 \($0):00:00\n" }
    let sheet = read("FILE a.wav WAVE\n" + parts.joined(), .cue)
    #expect(sheet.entries.count == PlaylistFile.mostEntries && sheet.leftOut.surplus == 2)
  }

  @Test func `a file that is too long is reported`() {
    let file = read(String(repeating: "#\n", count: PlaylistFile.mostBytes / 2 + 1), .m3u)
    #expect(file.leftOut.isTooLong && !file.isCut)
    #expect(read(String(repeating: "#\n", count: PlaylistFile.mostBytes / 2), .m3u).leftOut.isEmpty)
  }

  @Test(arguments: [
    (#" {"format": "mixboard-playlists", "playlists": []}"#, ListFormat.m3u, OtherContent.mixBoard),
    (#"{"playlists": []}"#, nil, .json), ("{}", .m3u, .json), ("[\n  {\"a\": 1}]", nil, .json),
    ("[]", nil, .json), ("[\"a.mp3\"]", .xspf, .json), ("a\u{0}b.mp3", .m3u, .noText),
    ("<!DOCTYPE HTML>\n<p>", nil, .html), ("<!-- x --> <html lang=\"en\">", .m3u, .html),
    ("<?xml version=\"1.0\"?>\n<rss><channel/></rss>", nil, .otherXML),
    ("<?xml version=\"1.0\"?><playlist/>", .xspf, nil), ("<x:playlist xmlns:x=\"a\"/>", nil, nil),
    ("<!DOCTYPE playlist [<!ENTITY a \"b\">]><playlist/>", .xspf, nil),
    ("[playlist]\nFile1=a.mp3", nil, nil), ("[2019] Album/1.mp3", nil, nil), ("{x}/1.mp3", nil, nil),
    ("<unknown>/1.mp3", .m3u, nil), ("<3.mp3", nil, nil), ("#EXTM3U\na.mp3", .m3u, nil), ("", nil, nil),
    ("<?xml", nil, nil),
  ])
  func `files that are no playlists are recognised by their content`(
    text: String, format: ListFormat?, content: OtherContent?
  ) {
    expectEqual(OtherContent(Array(text.utf8), as: format), content)
  }

  @Test func `texts are cut at whole characters`() {
    let title = String(repeating: "ü", count: 2000)
    let file = read("#EXTINF:1,\(title)\na.mp3", .m3u)
    expectEqual(file.entries[0].title, String(repeating: "ü", count: 512))
    let odd = read("#EXTINF:1,x\(title)\na.mp3", .m3u)
    expectEqual(odd.entries[0].title, "x" + String(repeating: "ü", count: 511))
  }

  // MARK: PLS

  @Test func `a PLS is read by its numbers, in any order`() {
    let file = read(
      """
      [playlist]
      X-GNOME-Title=Mine
      File2=b.mp3
      Title1= First song
      file1 = /srv/a.mp3
      Length1=90
      Length2=-1
      Length10=5
      File10=file:///c%20d.mp3
      NumberOfEntries=3
      Version=2
      """, .pls)
    expectEqual(file.title, "Mine")
    expectEqual(paths(file), ["/srv/a.mp3", "b.mp3", "/c d.mp3"])
    expectEqual(file.entries[0].title, "First song")
    expectEqual(file.entries.map(\.duration), [.seconds(90), nil, .seconds(5)])
  }

  @Test func `a song of a full PLS has its title and length from lines behind all files`() {
    let files = (1...PlaylistFile.mostEntries + 1).map { "File\($0)=a\n" }.joined()
    let surplus = PlaylistFile.mostEntries + 1
    let file = read(
      files + "Title3=C\nLength3=7\nTitle\(surplus)=Z\nLength\(surplus)=9\n", .pls)
    #expect(file.entries.count == PlaylistFile.mostEntries && file.leftOut.surplus == 1)
    expectEqual(file.entries[2].title, "C")
    expectEqual(file.entries[2].duration, .seconds(7))
  }

  // MARK: XSPF

  @Test func `an XSPF is read with all that is known`() {
    let file = read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">
        <title>Mix &amp; match</title>
        <trackList>
          <track><location>file:///srv/a%20b.mp3</location><title>A</title><creator>Who</creator>
            <album>Album</album><duration>61500</duration>
            <extension application="x"><vlc:option>start-time=3.25</vlc:option></extension></track>
          <track><location> Motörhead/c&#xF6;.mp3 </location></track>
          <track><title>no/where </title><creator>Who</creator><duration>5000</duration></track>
          <track><location/><title>Alone</title></track>
          <track><creator>nothing</creator></track>
        </trackList>
        <extension><title>not this</title></extension>
      </playlist>
      """, .xspf)
    expectEqual(file.title, "Mix & match")
    expectEqual(paths(file), ["/srv/a b.mp3", "Motörhead/cö.mp3", "Who - no_where", "Alone"])
    expectEqual(file.entries.map(\.location.start), [.root, .here, .untold, .untold])
    #expect(file.entries[2].location.text == "Who - no/where" && file.entries[2].duration == .seconds(5))
    expectEqual(file.entries[0].title, "A")
    expectEqual(file.entries[0].artist, "Who")
    expectEqual(file.entries[0].album, "Album")
    expectEqual(file.entries[0].duration, .milliseconds(61_500))
    expectEqual(file.entries[0].start, .milliseconds(3_250))
    #expect(file.isCut)
  }

  @Test func `other encodings of XML are read`() {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><playlist><trackList><track><location>M\u{F6}r.mp3</location></track></trackList></playlist>"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    expectEqual(paths(PlaylistFile(reading: latin, as: .xspf)), ["Mör.mp3"])
    let wrong = text.replacing("ISO-8859-1", with: "UTF-8").unicodeScalars.map { UInt8($0.value) }
    expectEqual(paths(PlaylistFile(reading: wrong, as: .xspf)), ["Mör.mp3"])
  }

  @Test func `entities are refused, however small`() {
    var bomb = "<?xml version=\"1.0\"?><!DOCTYPE playlist [<!ENTITY a \"aaaaaaaaaa\">"
    for (name, last) in zip("bcdefghij", "abcdefghi") {
      bomb += "<!ENTITY \(name) \"" + String(repeating: "&\(last);", count: 10) + "\">"
    }
    bomb += "]><playlist><trackList><track><location>&j;</location></track></trackList></playlist>"
    expectEqual(read(bomb, .xspf), PlaylistFile(isCut: true))
    let file = """
      <!DOCTYPE playlist [<!ENTITY a SYSTEM "file:///etc/passwd">]>
      <playlist><trackList><track><location>a.mp3</location></track></trackList></playlist>
      """
    expectEqual(read(file, .xspf), PlaylistFile(isCut: true))
  }

  @Test func `XML that breaks off gives what stood before`() {
    let file = read("<playlist><trackList><track><location>a.mp3</location></track><track><loc", .xspf)
    expectEqual(paths(file), ["a.mp3"])
    #expect(file.isCut)
    let deep = String(repeating: "<a>", count: 100_000)
    expectEqual(read("<playlist>\(deep)", .xspf), PlaylistFile(isCut: true))
    // What is not too deep is passed over.
    let inner = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
    let passed = read(
      "<playlist><extension>\(inner)</extension><trackList><track><location>a.mp3</location></track></trackList></playlist>",
      .xspf)
    #expect(paths(passed) == ["a.mp3"] && !passed.isCut)
    expectEqual(read("", .xspf), PlaylistFile(isCut: true))
  }

  // MARK: Cue sheets

  @Test func `a cue sheet has parts of files`() {
    let file = read(
      """
      REM GENRE Jazz
      REM DATE 1959
      PERFORMER "Miles Davis"
      TITLE "Kind of Blue"
      FILE "Kind of Blue.flac" WAVE
        TRACK 01 AUDIO
          TITLE "So What"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Freddie Freeloader"
          PERFORMER "Miles Davis Sextet"
          REM DATE "1960"
          REM COMMENT "None"
          INDEX 00 09:20:00
          INDEX 01 09:22:15
      FILE other.mp3 MP3
        TRACK 03 AUDIO
          INDEX 01 00:01:00
        TRACK 04 MODE1/2352
          INDEX 01 00:09:00
      """, .cue)
    expectEqual(file.title, "Kind of Blue")
    expectEqual(paths(file), ["Kind of Blue.flac", "Kind of Blue.flac", "other.mp3"])
    expectEqual(file.entries.map(\.title), ["So What", "Freddie Freeloader", nil])
    expectEqual(file.entries.map(\.artist), [nil, "Miles Davis Sextet", nil])
    expectEqual(file.entries.map(\.albumArtist), Array(repeating: "Miles Davis", count: 3))
    expectEqual(file.entries.map(\.track), ["01", "02", "03"])
    expectEqual(file.entries.map(\.date), ["1959", "1960", "1959"])
    expectEqual(file.entries.map(\.genre), ["Jazz", "Jazz", "Jazz"])
    expectEqual(file.entries.map(\.album), ["Kind of Blue", "Kind of Blue", "Kind of Blue"])
    expectEqual(file.entries.map(\.start), [.zero, .milliseconds(562_200), .seconds(1)])
    expectEqual(file.entries.map(\.end), [.milliseconds(562_200), nil, nil])
    expectEqual(file.entries[0].duration, .milliseconds(562_200))
  }

  @Test func `a track is in the file that has its INDEX 01, as rippers write gaps`() {
    // EAC's "multiple WAV files with gaps (noncompliant)", and whipper's: the gap is at the end of the file before.
    let file = read(
      """
      PERFORMER "P"
      TITLE "A"
      FILE "01.wav" WAVE
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two"
          PERFORMER "Q"
          INDEX 00 00:18:00
      FILE "02.wav" WAVE
          INDEX 01 00:00:00
        TRACK 03 AUDIO
          TITLE "Three"
          INDEX 00 00:19:00
      FILE "03.wav" WAVE
          INDEX 01 00:00:37
      """, .cue)
    expectEqual(paths(file), ["01.wav", "02.wav", "03.wav"])
    expectEqual(file.entries.map(\.title), ["One", "Two", "Three"])
    expectEqual(file.entries.map(\.artist), [nil, "Q", nil])
    expectEqual(file.entries.map(\.track), ["01", "02", "03"])
    expectEqual(file.entries.map(\.start), [.zero, .zero, .microseconds(493_333)])
    expectEqual(file.entries.map(\.end), [nil, nil, nil])
    // A hidden track before the first one, as whipper writes it.
    let hidden = read(
      """
      FILE "00.flac" WAVE
        TRACK 01 AUDIO
          INDEX 00 00:00:00
      FILE "01.flac" WAVE
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 01 00:10:00
      """, .cue)
    expectEqual(paths(hidden), ["01.flac", "01.flac"])
    expectEqual(hidden.entries.map(\.end), [.seconds(10), nil])
  }

  // MARK: Kinds

  @Test func `kinds are recognised by name and by content`() {
    func kind(_ name: String) -> ListFormat? { ListFormat(fileName: name.utf8) }
    expectEqual(kind("a.m3u"), .m3u)
    expectEqual(kind("A.M3U8"), .m3u)
    expectEqual(kind("x.PLS"), .pls)
    expectEqual(kind("x.xspf"), .xspf)
    expectEqual(kind("x.cue"), .cue)
    #expect(kind("m3u") == nil)
    #expect(kind("x.m3u.bak") == nil)
    #expect(kind("") == nil)
    expectEqual(ListFormat(guessing: Array("\n<?xml".utf8)), .xspf)
    expectEqual(ListFormat(guessing: Array("[Playlist]\nFile1=a".utf8)), .pls)
    expectEqual(ListFormat(guessing: Array("REM x\nFILE \"a\" WAVE".utf8)), .cue)
    expectEqual(ListFormat(guessing: Array("a.mp3\n".utf8)), .m3u)
    expectEqual(ListFormat(guessing: []), .m3u)
  }

  // MARK: Writing

  static let written = [
    WrittenEntry(
      path: "Björk/Jóga #1 100%.mp3", title: "Jóga & <co>", artist: "Björk", album: "Homogenic",
      duration: .milliseconds(305_600)),
    WrittenEntry(path: "#odd.mp3"),
    WrittenEntry(path: "a:b.mp3", title: "x", start: .milliseconds(1_500), end: .seconds(9)),
    WrittenEntry(path: "/srv/c d.mp3"),
    WrittenEntry(path: "http://radio/x"),
  ]

  @Test func `a written M3U8 file reads back`() {
    let bytes = M3UWriter.text(title: "My list", Self.written)
    #expect(
      String(decoding: bytes, as: UTF8.self).hasPrefix(
        "#EXTM3U\n#PLAYLIST:My list\n#EXTINF:306,Björk - Jóga & <co>\n#EXTALB:Homogenic\nBjörk/Jóga #1 100%.mp3\n./#odd.mp3\n"
      ))
    let file = PlaylistFile(reading: bytes, as: .m3u)
    compare(file, rounding: true)
  }

  @Test func `a written XSPF file reads back`() {
    compare(
      PlaylistFile(reading: XSPFWriter.text(title: "My list", Self.written), as: .xspf), rounding: false)
  }

  private func compare(_ file: PlaylistFile, rounding: Bool) {
    expectEqual(file.title, "My list")
    #expect(!file.isCut)
    expectEqual(
      paths(file), ["Björk/Jóga #1 100%.mp3", "#odd.mp3", "a:b.mp3", "/srv/c d.mp3", "http:/radio/x"])
    expectEqual(file.entries.map(\.title), ["Jóga & <co>", nil, "x", nil, nil])
    expectEqual(file.entries[0].artist, "Björk")
    expectEqual(file.entries[0].album, "Homogenic")
    expectEqual(file.entries[0].duration, (rounding ? .seconds(306) : .milliseconds(305_600)))
    expectEqual(file.entries[2].start, .milliseconds(1_500))
    expectEqual(file.entries[2].end, .seconds(9))
  }

  @Test func `written text never leaves its line or element`() {
    let odd = [WrittenEntry(path: "a\nb.mp3", title: "x\n#EXTINF:1,y", artist: "]]>&\u{1}")]
    expectEqual(PlaylistFile(reading: M3UWriter.text(title: "a\nb", odd), as: .m3u).entries.count, 1)
    let file = PlaylistFile(reading: XSPFWriter.text(title: "</title>\u{0}", odd), as: .xspf)
    expectEqual(file.title, "</title>")
    expectEqual(paths(file), ["a\nb.mp3"])
    expectEqual(file.entries[0].artist, "]]>&")
  }

  @Test func `any bytes are read without harm`() {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "#EXTINF:", "File1=", "<track>", "<location>", "FILE \"a\" ", "TRACK 1 AUDIO", "INDEX 01 00:00:00",
      "\n", "%", "\\", "..", "/",
    ]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        if Bool.random(using: &generator), let word = words.randomElement(using: &generator) {
          bytes += word.utf8
        } else {
          bytes.append(.random(in: 0...255, using: &generator))
        }
      }
      for format in ListFormat.allCases {
        #expect(PlaylistFile(reading: bytes, as: format).entries.count <= bytes.count)
      }
    }
  }
}
