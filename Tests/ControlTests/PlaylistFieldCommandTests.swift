import Model
import Support
import Testing

@testable import Control

/// What people say of stored playlists, through the protocol.
@Suite struct PlaylistFieldCommandTests {
  private let fake = FakeBackend()

  private func conversation(limits: Limits = Limits()) -> Conversation {
    fake.playlists.lists = [
      "mix": [3, 1, 4, 1].map { FakeBackend.track("a/0\($0).flac") } + [FakeBackend.track("gone.mp3")],
      "other": [],
    ]
    return Conversation(fake, limits: limits)
  }

  @Test func `all fields of a playlist are listed, notes line by line`() {
    let conversation = conversation()
    var report = PlaylistReport("mix", modified: 1_795_227_888)
    (report.identity, report.volumeName, report.made) = (.station, "STICK", 0)
    (report.colour, report.tempo, report.folder) = (0x0A_FF01, 127.5, "Evenings")
    (report.slot, report.hasCover) = (2, true)
    fake.playlists.reports["mix"] = report
    fake.playlists.details["mix"] = PlaylistTexts(notes: "one\n\nthree", template: "{Album}")
    let head = [
      "playlist: mix", "identity: 726164696f2073746174696f6e000000", "volume: STICK",
      "made: 1970-01-01T00:00:00Z",
      "Last-Modified: 2026-11-21T02:24:48Z", "folder: Evenings", "colour: 0AFF01", "tempo: 127.5", "slot: 2",
      "cover: own",
    ]
    #expect(
      conversation.ask("playlistget mix") == head + [
        "template: {Album}", "notes: one", "notes: ", "notes: three", "songs: 5", "playtime: 80.000", "OK",
      ])
    expectEqual(
      conversation.ask("playlists"),
      head + [
        "songs: 5", "playtime: 80.000", "playlist: other", "identity: \(PlaylistID.path)", "volume: ",
        "songs: 0",
        "playtime: 0.000", "OK",
      ])
    // One that lies on no volume.
    fake.playlists.reports["mix"]?.volumeName = nil
    #expect(conversation.ask("playlists").starts(with: head.filter { $0 != "volume: STICK" }))
    #expect(conversation.ask("playlistget x") == ["ACK [50@0] {playlistget} No such playlist: x"])
  }

  @Test(arguments: [
    ("playlistset mix notes one \"two words\"", PlaylistField.notes("one\ntwo words")),
    ("playlistset mix notes \"a\tb\"", .notes("a\tb")),
    ("playlistset mix notes", .notes(nil)), ("playlistset mix notes \"\"", .notes(nil)),
    ("playlistset mix colour FF8800", .colour(0xFF_8800)),
    ("playlistset mix colour #00ff00", .colour(0x00_FF00)), ("playlistset mix colour", .colour(nil)),
    ("playlistset mix tempo 127.5", .tempo(127.5)), ("playlistset mix tempo", .tempo(nil)),
    ("playlistset mix template {Album}", .template("{Album}")), ("playlistset mix template", .template(nil)),
    ("playlistset mix folder Evenings", .folder("Evenings")), ("playlistset mix folder \"\"", .folder(nil)),
    ("playlistset mix slot 3", .slot(3)), ("playlistset mix slot", .slot(nil)),
    ("playlistset mix cover", .cover(nil)),
  ])
  func `a field is set and removed`(line: String, field: PlaylistField) {
    expectEqual(conversation().ask(line), ["OK"])
    expectEqual(fake.playlists.changes, ["mix: \([field])"])
  }

  @Test func `several fields are set at once, or none of them`() {
    let conversation = conversation()
    #expect(
      conversation.ask(#"playlistset mix fields tempo 99 colour "" template {Album} notes a "b c""#) == ["OK"]
    )
    let all: [PlaylistField] = [.tempo(99), .colour(nil), .template("{Album}"), .notes("a\nb c")]
    expectEqual(fake.playlists.changes, ["mix: \(all)"])
    #expect(conversation.ask(#"playlistentryset mix 1 fields start 2 end 3.5 gain "" notes """#) == ["OK"])
    let entry: [PlaylistEntryField] = [.start(.seconds(2)), .end(.milliseconds(3500)), .gain(0), .notes(nil)]
    expectEqual(fake.playlists.changes.last, "mix: 1 \(entry)")
    for line in [
      "playlistset mix fields tempo 99 template {Foo} notes N", "playlistset mix fields tempo",
      "playlistset mix fields", "playlistset mix fields tempo 99 Tempo 98",
      "playlistentryset mix 1 fields gain 1 end 0", "playlistentryset mix 1 fields gain 1 what 2",
      "playlistset mix notes \"a\u{7}b\"", "playlistentryset mix 1 notes x \"a\u{7}b\"",
    ] {
      #expect(conversation.ask(line).first?.hasPrefix("ACK [2@0]") == true, "\(line)")
    }
    expectEqual(fake.playlists.changes.count, 2)
    fake.playlists.refusal = .badPlaylistField
    let long = String(repeating: "x", count: PlaylistField.mostNotesBytes + 1)
    #expect(
      conversation.ask("playlistset mix fields folder x notes \(long)").first?.hasSuffix(
        "notes have at most 4096 bytes") == true)
    #expect(
      conversation.ask("playlistset mix fields tempo 9 folder a/b").first?.contains("a folder's name has")
        == true)
  }

  @Test(arguments: [
    ("playlistentryset mix 2 start 1.5", PlaylistEntryField.start(.milliseconds(1500))),
    ("playlistentryset mix 2 start", .start(.zero)),
    ("playlistentryset mix 2 end 0.000001", .end(.microseconds(1))),
    ("playlistentryset mix 2 end", .end(nil)),
    ("playlistentryset mix 2 gain -3.5", .gain(-3.5)), ("playlistentryset mix 2 gain", .gain(0)),
    ("playlistentryset mix 2 crossfade 8", .crossfade(.seconds(8))),
    ("playlistentryset mix 2 notes a b", .notes("a\nb")),
  ])
  func `an entry's field is set and removed`(line: String, field: PlaylistEntryField) {
    expectEqual(conversation().ask(line), ["OK"])
    expectEqual(fake.playlists.changes, ["mix: 2 \([field])"])
  }

  @Test(arguments: [
    (
      "playlistset mix what x",
      "Unknown field what: notes, colour, tempo, template, folder, slot or cover expected"
    ),
    ("playlistset mix colour red", "RRGGBB expected, six hexadecimal digits: red"),
    ("playlistset mix tempo 0", "1 to 1000 beats per minute expected: 0"),
    ("playlistset mix tempo fast", "1 to 1000 beats per minute expected: fast"),
    ("playlistset mix tempo nan", "1 to 1000 beats per minute expected: nan"),
    ("playlistset mix slot 4", "A mix slot from 1 to 3 expected: 4"),
    ("playlistset mix slot x", "A mix slot from 1 to 3 expected: x"),
    (
      "playlistset mix template {Nope}",
      "{Nope} is unknown: expected a tag's name, Folder, Format, BPM or Key"
    ),
    ("playlistset mix cover x", "cover takes no value and removes the picture; playlistcoverset sets one"),
    ("playlistset mix folder a b", "too many arguments for \"playlistset\""),
    ("playlistentryset mix -1 gain 1", "The place of an entry from 0 to 65535 expected: -1"),
    ("playlistentryset mix 0 gain 21", "-60 to 20 dB expected: 21"),
    ("playlistentryset mix 0 gain nan", "-60 to 20 dB expected: nan"),
    ("playlistentryset mix 0 start -1", "0 to 360000 seconds expected: -1"),
    ("playlistentryset mix 0 end 0", "Value out of range: the end must be after the start"),
    ("playlistentryset mix 0 end inf", "0 to 360000 seconds expected: inf"),
    ("playlistentryset mix 0 what 1", "Unknown field what: start, end, gain, crossfade or notes expected"),
    ("playlistfolder make a b", "make NAME, rename NAME NEW or remove NAME expected"),
    ("playlistput mix frob x", "uri URI…, find FILTER… or lookup WORD… expected: frob"),
    ("playlistput mix new uri", "uri URI…, find FILTER… or lookup WORD… expected"),
    ("playlistgroups mix", "The playlist has no template: give one, such as {AlbumArtist} – {Album}"),
    ("playlistcoverset mix 0 524289 AAAA", "A picture has 1 to 524288 bytes: 524289"),
    ("playlistput mix position x uri a", "A place from 0 to 65536 expected: x"),
    ("playlistcoverset mix 0 3 A", "Base64 expected"), ("playlistcoverset mix 0 3 A=AA", "Base64 expected"),
    ("playlistcoverset mix 3 6 AAAA", "Bad offset: send the parts in order, starting at 0"),
    ("playlistcoverset mix 0 2 AAAA", "Bad offset: send the parts in order, starting at 0"),
    ("playlistcoverset mix 0 3 AAAA", "JPEG, PNG or WebP expected"),
  ])
  func `values of playlists that are not valid are refused`(line: String, sentence: String) {
    let answer = conversation().ask(line)
    #expect(
      answer.count == 1 && answer[0].hasPrefix("ACK [2@0]") && answer[0].hasSuffix("} \(sentence)"),
      "\(answer)")
  }

  @Test func `entries are listed with their fields, and the length is that of the part`() {
    let conversation = conversation()
    let region = Region(start: .milliseconds(1500), end: .seconds(9), gain: -3.5, crossfade: .seconds(4))
    fake.playlists.described["mix"] = [
      1: PlaylistEntry(FakeBackend.track("a/01.flac"), region, notes: "a\nb"),
      3: PlaylistEntry(FakeBackend.track("a/01.flac"), Region(start: .seconds(15))),
    ]
    let told = conversation.ask("playlistentries mix 1:4").filter { line in
      ["file", "Pos", "Range", "Gain", "Crossfade", "Notes", "OK"].contains { line.hasPrefix($0) }
    }
    expectEqual(
      told,
      [
        "file: a/01.flac", "Pos: 1", "Range: 1.500-9.000", "Gain: -3.5", "Crossfade: 4.000", "Notes: a",
        "Notes: b", "file: a/04.flac", "Pos: 2", "file: a/01.flac", "Pos: 3", "Range: 15.000-", "OK",
      ])
    expectEqual(conversation.ask("playlistlength mix"), ["songs: 5", "playtime: 53", "OK"])
  }

  @Test func `an absent song has the tags that the imported file gave it`() {
    let conversation = conversation()
    fake.playlists.lists["radio"] = ["http:/r/x", "gone.mp3", "a/01.flac"].map { FakeBackend.track($0) }
    func told(_ location: String?, duration: Duration? = nil) -> SourceTrack {
      var track = SourceTrack()
      (track.location, track.artist, track.title, track.duration) = (location, "No", "Such", duration)
      return track
    }
    fake.playlists.told["radio"] = [
      0: told("http://r/x"), 1: told(nil, duration: .seconds(7)),
      2: told("http://r/y", duration: .seconds(7)),
    ]
    expectEqual(
      conversation.ask("listplaylist radio"),
      [
        "file: http://r/x", "file: gone.mp3", "file: a/01.flac", "OK",
      ])
    let lines = conversation.ask("playlistentries radio")
    expectEqual(
      lines.prefix(9),
      [
        "file: http://r/x", "Artist: No", "Title: Such", "Pos: 0", "file: gone.mp3", "Artist: No",
        "Title: Such",
        "Time: 7", "duration: 7.000",
      ])
    #expect(lines.contains("file: a/01.flac") && !lines.contains("file: http://r/y"))
    let info = conversation.ask("listplaylistinfo radio 0:2")
    expectEqual(info, ["file: http://r/x", "file: gone.mp3", "OK"])
    let groups = conversation.ask("playlistgroups radio {Title}")
    #expect(groups.contains("file: http://r/x") && !groups.contains("file: http:/r/x"))
  }

  @Test func `absent songs are marked and parts are shown, also under headings`() {
    let conversation = conversation()
    fake.songs["gone.mp3"] = Song(uri: "gone.mp3")
    fake.songs["gone.mp3"]?.isAbsent = true
    var told = SourceTrack()
    (told.title, told.duration, told.file) = ("Such", .seconds(7), "/nowhere/gone.mp3")
    fake.playlists.told["mix"] = [4: told]
    fake.playlists.described["mix"] = [
      0: PlaylistEntry(FakeBackend.track("a/03.flac"), Region(start: .seconds(3), gain: -1))
    ]
    expectEqual(
      conversation.ask("playlistentries mix 4:5"),
      [
        "file: gone.mp3", "Title: Such", "Time: 7", "duration: 7.000", "Pos: 4", "absent: 1",
        "named: /nowhere/gone.mp3", "OK",
      ])
    let groups = conversation.ask("playlistgroups mix {Title}").filter { line in
      ["group", "Pos", "Range", "Gain", "absent"].contains { line.hasPrefix($0) }
    }
    expectEqual(
      groups,
      [
        "group: T1", "Pos: 1", "Pos: 3", "group: T3", "Pos: 0", "Range: 3.000-", "Gain: -1", "group: T4",
        "Pos: 2",
        "group: ", "Pos: 4", "absent: 1",
      ])
    #expect(!conversation.ask("listplaylistinfo mix").contains("absent: 1"), "MPD has no word for it")
  }

  @Test func `playlist files are listed, and say how many entries are no songs here`() {
    let conversation = conversation()
    expectEqual(conversation.ask("playlistfiles"), ["OK"])
    fake.playlists.files = [
      PlaylistFileReport(uri: "a/b.m3u", volume: "music"), PlaylistFileReport(uri: "S/c.pls", volume: "S"),
    ]
    expectEqual(
      conversation.ask("playlistfiles"),
      [
        "playlist: a/b.m3u", "volume: music", "playlist: S/c.pls", "volume: S", "OK",
      ])
    fake.playlists.lists["a/b.m3u"] = [FakeBackend.track("a/01.flac")]
    fake.playlists.lists["a/c.m3u"] = []
    fake.playlists.missing = ["a/b.m3u": 2, "a/c.m3u": 3]
    expectEqual(conversation.ask("playlistentries a/b.m3u").suffix(2), ["missing: 2", "OK"])
    expectEqual(conversation.ask("playlistentries a/c.m3u"), ["missing: 3", "OK"])
    #expect(conversation.ask("listplaylistinfo a/c.m3u") == ["OK"], "MPD has no word for it")
    fake.playlists.refusal = .playlistFile("a/b.m3u")
    #expect(
      conversation.ask("rm a/b.m3u")
        == ["ACK [50@0] {rm} a/b.m3u is a playlist file and read-only"])
  }

  @Test func `folders are listed with how many playlists are in them, and changed`() {
    let conversation = conversation()
    fake.playlists.folderNames = ["Evenings", "Empty"]
    var report = PlaylistReport("mix", modified: nil)
    report.folder = "Evenings"
    fake.playlists.reports["mix"] = report
    expectEqual(
      conversation.ask("playlistfolders"),
      [
        "folder: Evenings", "playlists: 1", "folder: Empty", "playlists: 0", "OK",
      ])
    for line in ["playlistfolder make A", "playlistfolder rename A B", "playlistfolder remove B"] {
      expectEqual(conversation.ask(line), ["OK"])
    }
    expectEqual(fake.playlists.changes, ["folder A: make", "folder A: rename(\"B\")", "folder B: remove"])
    fake.playlists.refusal = .noSuchPlaylistFolder
    #expect(
      conversation.ask("playlistfolder remove x") == [
        "ACK [50@0] {playlistfolder} No such playlist folder: x"
      ])
  }

  @Test(arguments: [1, 2, 30]) func `duplicates of a playlist are found by their file`(window: Int) {
    var limits = Limits()
    limits.windowSongs = window
    expectEqual(
      conversation(limits: limits).ask("playlistduplicates mix"),
      [
        "file: a/01.flac", "Pos: 3", "First: 1", "OK",
      ])
    expectEqual(conversation().ask("playlistduplicates other"), ["OK"])
  }

  @Test(arguments: [1, 2, 30]) func `songs are grouped under headings in their order`(window: Int) {
    var limits = Limits()
    limits.windowSongs = window
    let conversation = conversation(limits: limits)
    func told(_ line: String) -> [String] {
      conversation.ask(line).filter { $0.hasPrefix("group") || $0.hasPrefix("Pos") || $0.hasPrefix("ACK") }
    }
    let byTitle = [
      "group: T1", "Pos: 1", "Pos: 3", "group: T3", "Pos: 0", "group: T4", "Pos: 2", "group: ", "Pos: 4",
    ]
    #expect(told("playlistgroups mix {Title}") == byTitle)
    fake.playlists.details["mix"] = PlaylistTexts(template: "{Title}")
    expectEqual(told("playlistgroups mix"), byTitle)
    #expect(told("playlistgroups other {Title}") == [])
    #expect(told("playlistgroups x {Title}") == ["ACK [50@0] {playlistgroups} No such playlist: x"])
  }

  @Test(arguments: [
    ("playlistput mix uri a/02.flac", "mix: add a/02.flac at the end", 1),
    ("playlistput mix position 2 uri a/02.flac a/03.flac", "mix: add a/02.flac a/03.flac at 2", 2),
    ("playlistput mix new uri a", "mix: add new a/01.flac a/02.flac a/03.flac a/04.flac", 1),
    ("playlistput fresh find title T2", "fresh: add a/02.flac at the end", 1),
    ("playlistput mix lookup t2", "mix: add a/02.flac at the end", 1),
  ])
  func `songs are put into a playlist, and counted in the answer`(line: String, change: String, count: Int) {
    expectEqual(conversation().ask(line), ["added: \(count)", "OK"])
    expectEqual(fake.playlists.changes, [change])
  }

  @Test func `a picture is sent in parts, and only of one client at a time`() {
    let conversation = conversation()
    expectEqual(conversation.ask("playlistcoverset mix 0 7 /9j/"), ["OK"])
    #expect(fake.playlists.changes.isEmpty)
    expectEqual(conversation.ask("playlistcoverset mix 3 7 AAEC"), ["OK"])
    expectEqual(conversation.ask("playlistcoverset mix 6 7 Aw=="), ["OK"])
    expectEqual(fake.playlists.covers["mix"], [0xFF, 0xD8, 0xFF, 0, 1, 2, 3])
    expectEqual(conversation.ask("playlistcover mix"), ["size: 7", "type: image/jpeg", "source: own", "OK"])
    #expect(conversation.ask("playlistcover mix 8") == ["ACK [2@0] {playlistcover} Offset too large"])
    expectEqual(
      conversation.ask("playlistcover mix 0").prefix(3), ["size: 7", "type: image/jpeg", "binary: 7"])
    expectEqual(conversation.ask("playlistcoverset mix 0 6 /9j/"), ["OK"])
    let other = Conversation(fake)
    #expect(other.ask("playlistcoverset mix 3 6 AAEC").first?.hasPrefix("ACK [2@0]") == true)
    #expect(conversation.ask("playlistcoverset other 3 6 AAEC").first?.hasPrefix("ACK [2@0]") == true)
  }

  @Test func `a playlist without its own picture is represented by those of its albums`() {
    let conversation = conversation()
    expectEqual(conversation.ask("playlistcover mix"), ["OK"])
    for (number, album) in [(1, "A"), (3, "C"), (4, "D")] {
      fake.songs["a/0\(number).flac"]?.tags = [Song.TagValue(.album, album)]
      fake.artworks["a/0\(number).flac"] = Artwork(
        size: 9, mediaType: "image/png", isEmbedded: true, uri: "a/0\(number).flac", content: album, bytes: []
      )
    }
    expectEqual(
      conversation.ask("playlistcover mix"),
      [
        "source: albums", "file: a/03.flac", "file: a/01.flac", "file: a/04.flac", "OK",
      ])
    // One picture in two albums is told once, wherever it lies.
    fake.artworks["a/01.flac"]?.content = "C"
    fake.artworks["a/01.flac"]?.isEmbedded = false
    fake.artworks["a/01.flac"]?.uri = "a/cover.png"
    expectEqual(
      conversation.ask("playlistcover mix"),
      [
        "source: albums", "file: a/03.flac", "file: a/04.flac", "OK",
      ])
  }

  @Test func `a playlist without its own picture gets a collage`() {
    let conversation = conversation()
    let answer = conversation.ask("playlistcover mix 3")
    expectEqual(answer.prefix(3), ["size: 5", "type: image/jpeg", "binary: 2"])
    expectEqual(fake.playlists.made, ["mix: "])
    for (number, album) in [(1, "A"), (3, "C"), (4, "C"), (2, "D")] {
      fake.songs["a/0\(number).flac"]?.tags = [Song.TagValue(.album, "\(number)")]
      fake.artworks["a/0\(number).flac"] = Artwork(
        size: 9, mediaType: "image/png", isEmbedded: true, uri: "a/0\(number).flac", content: album, bytes: []
      )
    }
    _ = conversation.ask("playlistcover mix 0")
    expectEqual(fake.playlists.made.last, "mix: a/03.flac C, a/01.flac A")
    #expect(conversation.ask("playlistcover mix 6") == ["ACK [2@0] {playlistcover} Offset too large"])
    #expect(conversation.ask("playlistcover none 0").first?.hasPrefix("ACK [50@0]") == true)
    fake.playlists.covers["mix"] = [0x89, 1]
    expectEqual(conversation.ask("playlistcover mix 0").prefix(2), ["size: 2", "type: image/png"])
    expectEqual(fake.playlists.made.count, 3)
  }
}
