import ArgumentParser
import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct PlaylistFieldTests {
  @Test func `all fields of a playlist are shown`() throws {
    let playlist = Playlist(
      Answer(lines: [
        "playlist: Party", "identity: 01ab", "volume: STICK", "made: 2026-01-31T12:34:56Z",
        "folder: Evenings",
        "colour: FF8800", "tempo: 124", "slot: 2", "template: {Album}", "notes: one", "notes: two",
        "songs: 2",
        "playtime: 65.500",
      ]))
    #expect(
      PlaylistText.facts(playlist) == [
        "name        Party", "on          STICK", "folder      Evenings", "holds       2 songs, 1:05",
        "made        2026-01-31T12:34:56Z", "colour      #FF8800", "tempo       124 BPM",
        "grouped by  {Album}", "mix slot    2", "identity    01ab", "notes       one", "            two",
      ])
    #expect(try JSON.line(playlist).contains(#""notes":"one\ntwo""#))
    expectEqual(PlaylistText.lines([playlist]), ["Party  in Evenings  mix 2"])
  }

  @Test func `the playlist that the jukebox makes lies on no stick`() {
    let made = Playlist(
      Answer(lines: ["playlist: Lovely songs", "identity: 01ab", "songs: 1", "playtime: 60"]))
    expectEqual(
      PlaylistText.facts(made),
      [
        "name        Lovely songs", "on          all volumes: the jukebox makes it",
        "holds       1 song, 1:00", "identity    01ab",
      ])
  }

  @Test func `entries are shown with their fields`() throws {
    let entries = PlaylistEntry.all(
      Answer(lines: [
        "file: a/1.flac", "Title: One", "duration: 65.500", "Pos: 0", "Range: 1.500-61.500", "Gain: 2.5",
        "Crossfade: 4.000", "Notes: quiet", "file: b.mp3", "duration: 10", "Pos: 1", "Range: 4.000-",
        "file: c.mp3", "duration: 10", "Pos: 2",
      ]))
    expectEqual(
      PlaylistText.lines(entries),
      [
        "  1  One  1:00", "     from 0:01.5, to 1:01.5, +2.5 dB, crossfade 4 s", "     quiet",
        "  2  b.mp3  0:06", "     from 0:04", "  3  c.mp3  0:10", "3 songs, 1:16",
      ])
    #expect(
      try JSON.line(entries[1]) == #"{"duration":6,"number":2,"position":1,"start":4,"uri":"b.mp3"}"#)
  }

  @Test(arguments: [
    (["presetset", "1", "Nope"], "no-such-playlist", "There is no playlist, station, folder or song Nope. "),
    (
      ["playlistentryset", "P", "98", "gain", "1"], "no-such-position",
      "P has no song with that number. `jukebox playlist show` shows the numbers."
    ),
    (["playlistfolder", "remove", "A"], "no-such-playlist-folder", "There is no playlist folder A."),
  ])
  func `a refusal names what it is about`(words: [String], key: String, beginning: String) {
    #expect(RefusalText.text(CommandRefusal(key, to: words))?.hasPrefix(beginning) == true)
  }

  @Test func `songs are shown under their headings with their numbers`() throws {
    let answer = Answer(lines: [
      "group: A", "file: 1.mp3", "Pos: 1", "file: 2.mp3", "duration: 90", "Pos: 0", "Range: 60.000-",
      "group: ",
      "file: 3.mp3", "duration: 5", "Pos: 9",
    ])
    let groups = PlaylistGroup.all(answer)
    expectEqual(
      PlaylistText.lines(groups),
      [
        "A", "   2  1.mp3  –:––", "   1  2.mp3  0:30", "      from 1:00", "", "–", "  10  3.mp3  0:05",
        "3 songs, 0:35",
      ])
    #expect(
      try JSON.line(groups[1...].map { $0 })
        == #"[{"heading":"","songs":[{"duration":5,"number":10,"position":9,"uri":"3.mp3"}]}]"#)
  }

  @Test(arguments: [
    ("90", "90"), ("1:30", "90"), ("1:02:03.5", "3723.5"), ("0.25", "0.25"), ("0:00", "0"), ("none", ""),
  ])
  func `times are read as people write them`(text: String, word: String) {
    expectEqual(TimeArgument(argument: text)?.word, word)
  }

  @Test(arguments: ["", ":", "1:", "-1", "1:60", "1e3", "inf", "1:2:3:4", "x", "1.2.3", "1:-2"])
  func `a text that is no time is refused`(text: String) { #expect(TimeArgument(argument: text) == nil) }

  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(["playlist"] + words)
  }

  @Test func `fields go in the protocol's words, lines of notes as words of their own`() throws {
    let set = try command(
      PlaylistSetCommand.self, "set", "P", "--notes", "a\nb c", "--colour", "none", "--slot", "2")
    expectEqual(set.words, ["colour", "", "slot", "2", "notes", "a", "b c"])
    let folders = try ["none", "./none", "Evenings"].map {
      try command(PlaylistSetCommand.self, "set", "P", "--folder", $0).words
    }
    expectEqual(folders, [["folder", ""], ["folder", "none"], ["folder", "Evenings"]])
    for (colour, digits) in [("Green", "43A047"), ("#ff8000", "FF8000"), ("0a0b0c", "0A0B0C")] {
      let set = try command(PlaylistSetCommand.self, "set", "P", "--colour", colour)
      expectEqual(set.words, ["colour", digits])
    }
    let entry = try command(
      PlaylistEntryCommand.self, "entry", "P", "3", "--start", "1:00", "--end", "2:00", "--gain=-3")
    expectEqual(entry.words, ["start", "60", "end", "120", "gain", "-3"])
    let notes = try command(PlaylistEntryCommand.self, "entry", "P", "3", "--notes", "none", "--end", "none")
    // Free text may be this word.
    expectEqual(notes.words, ["end", "", "notes", "none"])
    let empty = try command(PlaylistEntryCommand.self, "entry", "P", "3", "--notes", "", "--end", "off")
    expectEqual(empty.words, ["end", "", "notes", ""])
    let add = try command(PlaylistAddCommand.self, "add", "P", "--album", "Kind of Blue", "Blue")
    #expect(
      add.requests(musicDirectory: nil) == [
        ["find", #"(Album eq_ci "Kind of Blue")"#], ["find", #"(Album eq_ci "Blue")"#],
      ])
    let many = try command(PlaylistAddCommand.self, "add", "P", "a", "b", "--no-duplicates")
    #expect(many.requests(musicDirectory: nil) == [["uri", "a", "b"]] && many.noDuplicates)
  }

  @Test func `an add without a hit is a failure, and one of present songs is not`() throws {
    func add(_ words: String...) throws -> PlaylistAddCommand {
      try PlaylistAddCommand.parsed(["playlist", "add", "P", "x", "y"] + words)
    }
    let questions = try add("--album").questions
    #expect(questions == [["count", #"(Album eq_ci "x")"#], ["count", #"(Album eq_ci "y")"#]])
    try expectEqual(add("--search").questions, [["lookup", "x", "y", "window", "0:1"]])
    #expect(try add().questions.isEmpty)
    #expect(PlaylistAddCommand.isFound(Answer("songs: 2")) && PlaylistAddCommand.isFound(Answer("file: a")))
    #expect(!PlaylistAddCommand.isFound(Answer("songs: 0", "playtime: 0")))
    #expect(!PlaylistAddCommand.isFound(Answer("suggestion: a")))
    #expect(
      try add("--album").nothingFound(questions[1]).hasPrefix(
        "There is no album y: nothing was added to P. `jukebox browse albums` shows the names; give the whole name, case does not matter."
      ))
    #expect(
      try add("--search").nothingFound([]).hasPrefix("No song found for “x y”: nothing was added to P."))
    #expect(try add("--no-duplicates").text(added: 0).contains("contains these songs"))
    #expect(try add("--search", "--no-duplicates").text(added: 0).contains("contains all songs found"))
    #expect(throws: Failure.self) { try add().text(added: 0) }
    try expectEqual(add().text(added: 1), "1 song added to P")
  }

  @Test func `a name equal to a keyword can be written with ./`() {
    #expect(LiteralName.name("./off") == "off" && LiteralName.name("Party") == "Party")
  }

  @Test func `numbers that a playlist has not are refused, at both ends`() throws {
    let range = try #require(SongRange(argument: "3-9"))
    try range.require(of: "P") { _ in true }
    for missing in [3, 9] {
      let failure = #expect(throws: Failure.self) { try range.require(of: "P") { $0 != missing } }
      #expect(
        failure?.description.hasPrefix(
          "P has no song with that number. `jukebox playlist show` shows the numbers.") == true)
    }
  }

  @Test func `a part begins and ends within its song`() {
    #expect(Connection.refusal(of: 6, inSongOf: 5.6)?.contains("no position 0:06") == true)
    #expect(Connection.refusal(ofEnd: 60, inSongOf: 5.6)?.contains("cannot end at 1:00") == true)
    #expect(Connection.refusal(ofEnd: 6, inSongOf: 5.6) == nil, "as its length is shown")
    #expect(Connection.refusal(ofEnd: 60, inSongOf: 0) == nil)
  }

  @Test func `songs are taken out from the end, each once`() throws {
    let remove = try command(PlaylistRemoveCommand.self, "remove", "P", "2", "9", "4-6", "5-7", "3", "9")
    expectEqual(SongRange.fromTheEnd(remove.songs).map(\.words), ["8:9", "1:7"])
  }

  @Test func `a cover is printed in words and as JSON`() throws {
    let own = PlaylistCover(Answer(lines: ["size: 189", "type: image/png", "source: own"]))
    expectEqual(PlaylistText.lines(own), ["its own: image/png, 189 bytes"])
    #expect(try JSON.line(own) == #"{"size":189,"songs":[],"source":"own","type":"image/png"}"#)
    let albums = PlaylistCover(Answer(lines: ["source: albums", "file: a/b.mp3", "file: c.mp3"]))
    expectEqual(PlaylistText.lines(albums).dropFirst(), ["  a/b.mp3", "  c.mp3"])
    #expect(try JSON.line(albums) == #"{"songs":["a/b.mp3","c.mp3"],"source":"albums"}"#)
    expectEqual(PlaylistCover(Answer(lines: [])).source, "none")
    #expect(PlaylistText.lines(PlaylistCover(Answer(lines: [])))[0].hasPrefix("none: "))
  }

  @Test func `the result of a mix slot is printed, and the effect of a free one`() throws {
    func text(_ lines: String...) -> String {
      MixCommand.Done(1, Answer(lines: ["file: a.mp3", "playlist: Mix 1"] + lines)).text
    }
    expectEqual(text("done: added"), "a.mp3 added to Mix 1")
    expectEqual(text("done: removed"), "a.mp3 removed from Mix 1")
    expectEqual(text("done: added", "taken: new"), "a.mp3 added to Mix 1, a new playlist for slot 1")
    expectEqual(
      text("done: kept", "taken: existing"),
      "a.mp3 is in Mix 1, which now has slot 1; repeat `jukebox mix 1` to remove it")
    let free = MixCommand.free(2, among: ["Mix 1", "Mix 2"])
    #expect(free.hasPrefix("No playlist has slot 2. `jukebox mix 2` assigns it to the playlist Mix 2 "))
    #expect(
      MixCommand.free(2, among: ["Mix 1"]).hasSuffix("creates the playlist Mix 2 with the current song."))
  }

  @Test func `playlist files stand after the playlists, and are marked as files`() throws {
    let files = Playlist.files(Answer("playlist: a/b.m3u", "volume: music"))
    expectEqual(PlaylistText.lines(files), ["a/b.m3u  a file, read-only"])
    #expect(try JSON.line(files) == #"[{"file":true,"name":"a/b.m3u","volume":"music"}]"#)
    expectEqual(
      PlaylistText.missing(2, besides: 2), "2 of the file's 4 entries match no song and are not shown.")
    expectEqual(
      PlaylistText.missing(1, besides: 0), "1 of the file's 1 entries matches no song and is not shown.")
    #expect(PlaylistText.missing(0, besides: 4) == nil)
  }

  @Test func `a preset that is not bound shows the folder that it plays`() {
    expectEqual(PresetCommand.line(3, folder: "Spoken"), "3  the folder Spoken")
    #expect(PresetCommand.line(77, folder: nil).contains("`jukebox preset 77 NAME`"))
  }

  @Test(arguments: [(1, "Artist"), (2, "S \"x\"/B"), (3, nil)] as [(Int, String?)])
  func `a folder with lists alone has no number among those that presets play`(
    number: Int, folder: String?
  ) throws {
    let jukebox = try ScriptedJukebox(
      ["volume: music", "uri: ", "path: /srv/music", "volume: S \"x\"", "uri: S \"x\"", "path: /media/S"],
      ["total: 2", "directory: Artist", "songs: 2", "directory: S \"x\"", "songs: 1"],
      ["directory: AAA", "directory: Artist", "directory: S \"x\""],
      ["total: 1", "directory: S \"x\"/B", "songs: 1"],
      ["directory: S \"x\"/A", "directory: S \"x\"/B"])
    try expectEqual(PresetCommand.topFolder(number, jukebox.connection), folder)
    // A folder, as `browse` asks of folders, and no filter.
    let top = #"browse "folders" "S \"x\"""#
    try expectEqual(jukebox.asked().contains(top), (number > 1))
  }

  @Test(arguments: [
    "playlist info P --json", "playlist folder", "playlist folder make A", "playlist folder rename A B",
    "playlist folder delete A", "playlist duplicates P --remove", "playlist cover P --set x.jpg",
    "playlist cover P --off", "playlist cover P -o x", "playlist show P --grouped",
    "mix", "mix 1", "mix 3 show --json", "preset", "preset 3 Party", "preset 3 off", "preset 3 --play",
    "mix 1 --json", "preset 3 --json", "preset 3 Party --json",
    "playlist show P --by {Artist} --json", "playlist remove P 1 3-5", "playlist --folder Evenings",
    "playlist list --folder Evenings --json", "playlist cover P --json", "playlist set P --tempo 124.5",
    "playlist set P --colour green", "playlist entry P 1 --gain none", "playlist entry P 1 --end none",
    "playlist show P --by {Artist}", "playlist entry P 1", "playlist set P --tempo none",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "mix 0", "mix 4", "mix 1 frob", "preset 0", "preset 1000 P", "preset --play",
    "playlist set P", "playlist set P --slot 4", "playlist entry P 0", "playlist entry P 1 --start -1",
    "playlist cover P --off --set x",
    "playlist show P --grouped --search x", "playlist add P --album --search x",
    "playlist set P --colour mauve",
    "playlist set P --tempo fast", "playlist set P --tempo 0", "playlist set P --tempo 1001",
    "playlist set P --folder a/b", "playlist set P --folder ./a/b", "playlist entry P 1 --end 0",
    "playlist entry P 1 --gain loud", "playlist entry P 1 --gain 21",
    "playlist entry P 1 --crossfade 601", "playlist entry P 1 --start 3 --end 2",
    "playlist cover P --off --json",
    "playlist duplicates P --json --remove",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }
}
