import ArgumentParser
import Foundation
import Testing

@testable import Client
@testable import jukebox

@Suite struct HelpTests {
  private var commands: [any ParsableCommand.Type] {
    let all: [any ParsableCommand.Type] = [JukeboxCommand.self]
    return all + JukeboxCommand.configuration.subcommands + PlaylistCommand.configuration.subcommands
      + QueueCommand.configuration.subcommands + CueCommand.configuration.subcommands
      + PlaylistFolderCommand.configuration.subcommands
  }

  @Test func `no line of a help is broken on a terminal of 80 columns`() {
    for command in commands {
      let lines = command.configuration.discussion.split(separator: "\n")
      #expect(lines.filter { Columns.width(String($0)) >= 80 } == [], "\(command)")
    }
  }

  /// Paths may begin with a dash, and one of them would have the whole line refused.
  @Test func `what takes paths from another program has two dashes before them`() {
    for command in commands {
      let lines = command.configuration.discussion.split(separator: "\n").filter { $0.contains("xargs") }
      #expect(lines.allSatisfy { $0.hasSuffix(" --") }, "\(command)")
    }
    #expect(CommandWords.dashed(["add", "--play", "--", "-dash.mp3", "-x/y.mp3"]) == nil)
    let add = try? JukeboxCommand.parseAsRoot(["add", "--play", "--", "-dash.mp3", "b.mp3"]) as? AddCommand
    #expect(add?.paths == ["-dash.mp3", "b.mp3"] && add?.play == true)
  }

  @Test(arguments: [
    "serach x", "playlists", "playlist Party", "playlist Party --json", "--socket /s version", "cue a/b.mp3",
    "playlist folder Evenings", "playlist group Party", "queue 3",
  ])
  func `a command that there isn't is called so`(line: String) throws {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    let message = try #require(CommandWords.unknown(words))
    #expect(message.hasPrefix("There is no command '\(words[0])") && message.contains("--help"))
  }

  @Test(arguments: [
    "", "--json", "--help", "help search", "search x", "playlist", "playlist --json", "playlist show Party",
    "playlist help show", "--socket /s playlist list", "--socket /s", "--host kitchen", "favorite",
    "color green",
    "playlist folder", "playlist folder --json", "playlist folder make Evenings", "cue next",
    "queue", "queue --json", "queue remove 3", "random", "shuffle", "--socket /s queue",
  ])
  func `a command that there is goes to the parser`(line: String) {
    #expect(CommandWords.unknown(CommandWords.ordered(line.split(separator: " ").map(String.init))) == nil)
  }

  @Test(arguments: [
    ("playlist group Party", "show NAME --grouped"), ("playlist Party", "show NAME"),
    ("cue a.mp3", "cue list SONG"), ("playlist folder Evenings", "playlist --folder NAME"),
  ])
  func `who leaves a word out is told of it`(line: String, hint: String) {
    #expect(CommandWords.unknown(line.split(separator: " ").map(String.init))?.contains(hint) == true)
  }

  @Test(arguments: [
    ["playlist", "add", "Party", "-dash.mp3"], ["favourite", "-dash.mp3"], ["note", "-leading dash"],
    ["playlist", "add", "-x", "Odd"], ["-help"], ["playlist", "set", "P", "--notes", "-so"],
  ])
  func `what is hardly meant as an option is not taken for one`(words: [String]) {
    #expect(CommandWords.dashed(words)?.contains("begins with a dash") == true)
  }

  @Test(arguments: [
    ["add", "--", "-dash.mp3"], ["seek", "-30"], ["seek", "-1:00"], ["volume", "-5"], ["-h"],
    ["art", "-o", "-"],
    ["art", "-o=x"], ["playlist", "entry", "P", "1", "--gain=-3"], ["note", "--", "-so"],
  ])
  func `what is an option, a number or behind two dashes goes to the parser`(words: [String]) {
    #expect(CommandWords.dashed(words) == nil)
  }

  @Test func `where a dash is meant, the line is told as it should be`() {
    #expect(
      CommandWords.dashed(["playlist", "add", "It's", "-a b", "c"])?.hasSuffix(
        #"jukebox playlist add 'It'\''s' -- '-a b' c"#) == true)
    #expect(
      CommandWords.dashed(["playlist", "set", "P", "--notes", "-so"])?.hasSuffix("--notes=-so") == true)
    #expect(CommandWords.dashed(["playlist", "remove", "P", "-1"])?.contains("no sign") == true)
    #expect(
      CommandWords.dashed(["playlist", "entry", "P", "1", "--start", "-5"])
        == "-5 is no value of --start: it takes no sign.")
    #expect(CommandWords.dashed(["cue", "loop", "--from", "-1:30"])?.contains("--from=") == false)
    #expect(CommandWords.dashed(["rate", "-1"])?.contains("no sign") == true)
    #expect(
      CommandWords.dashed(["playlist", "entry", "P", "1", "--gain", "-3"])?.hasSuffix("--gain=-3") == true)
  }

  @Test func `every option of one letter is known`() throws {
    let help = try JSONSerialization.jsonObject(with: Data(JukeboxCommand._dumpHelp().utf8))
    var found: Set<String> = []
    func look(at value: Any) {
      if let list = value as? [Any] { return list.forEach(look) }
      guard let object = value as? [String: Any] else { return }
      if object["kind"] as? String == "short", let name = object["name"] as? String {
        found.insert("-" + name)
      }
      object.values.forEach(look)
    }
    look(at: help)
    #expect(found == Set(CommandWords.shortOptions))
  }

  @Test(arguments: [
    (["add", "Mile"], "no-such-path", "There is no song or folder Mile. "),
    (["playlistadd", "P", "Mile"], "no-such-path", "There is no song or folder Mile. "),
    (["browse", "folders", "Mile"], "no-such-path", "There is no song or folder Mile. "),
    (["browse", "songs", #"(base "Mile")"#], "no-such-path", "There is no such folder. "),
    (["readpicture", "Mile", "0"], "no-such-path", "There is no song or folder Mile. "),
    (["rate", "Mile", "3"], #"no-such-song "Mile""#, "There is no song Mile. "),
    (["chapters", "Mile"], #"no-such-song "Mile""#, "There is no song Mile. "),
    (["listening", "Mile"], #"no-such-song "Mile""#, "There is no song Mile. "),
    (["cuerm", #"a "b"\"#, "1"], #"no-such-song "a \"b\"\\""#, #"There is no song a "b"\. "#),
    (["resume", "Mile"], #"no-such-path "Mile""#, "There is no folder Mile. "),
    (["setresume", "Mile", "on"], #"no-such-path "Mile""#, "There is no folder Mile. "),
    (["playlistput", "P", "new", "uri", "Mile"], "no-such-path", "There is no song or folder Mile. "),
    (
      ["playlistput", "P", "uri", "Mile", "x"], "no-such-path",
      "One of these is not there, so none was added: Mile, x. "
    ),
    (["playlistput", "P", "uri", "Mile", "x"], #"no-such-path "x""#, "There is no song or folder x. "),
    (["playlistput", "P", "uri", "a/b.m3u"], "no-such-path", "a/b.m3u is a playlist file: "),
    (["playlistput", "P", "position", "98", "uri", "x"], "no-such-position", "P has no such number: "),
    (["playlistgroups", "P"], "no-template", "P has no template. `jukebox playlist set` "),
    (["playlistcover", "P", "0"], "no-picture", "P has no picture of its own; "),
    (["playlistcoverset", "P", "0", "1", "x"], "bad-picture", "The file is no picture: "),
    (["playlistfolder", "rename", "A", "B"], "playlist-folder-exists", "There is a folder B already."),
    (["playlistfolder", "make", "a/b"], "bad-playlist-name", "A folder of playlists can't be called that: "),
    (["playlistentryset", "P", "2", "end", "1"], "ends-before-start", "A part ends behind its beginning: "),
    (["cuerm", "", "9"], #"no-such-cue "9""#, "The song has no cue 9. "),
    (["cueplay", "a.mp3", "9"], #"no-such-cue "9""#, "The song has no cue 9. "),
    (["loopcue", "8", "9"], #"no-such-cue "9""#, "The song has no cue 8 or 9. "),
    (["cuestep", "next"], "no-such-cue", "No cue follows. "),
    (["cuestep", "next"], "not-playing", "Nothing plays: "),
    (["cues", ""], "not-playing", "Nothing plays: "),
    (["loopcue", "1"], "not-playing", "Nothing plays: "),
    (["mix", "1"], "not-playing", "Nothing plays: "),
    (["count", "(base \"A\")"], "no-such-path", "There is no such folder. "),
    (
      ["rm", "a b.m3u"], #"playlist-file "a b.m3u""#,
      "a b.m3u is a playlist file on a volume, and can only be read: `jukebox import --on-volume \"a b.m3u\"` makes"
    ),
    (
      ["loopcue", "3"], "cue-without-end",
      "The cue 3 has no end. Give it one (`jukebox cue edit 3 --end TIME`)"
    ),
    (
      ["importsent", "path", "/a/b.mp3"], "not-a-playlist] the file is no playlist: it is no text",
      "/a/b.mp3: the file is no playlist: it is no text."
    ),
    (["import", "S/a.m3u"], "not-a-playlist] it is JSON", "S/a.m3u: it is JSON."),
    (
      ["importsent", "path", "/x/mb.json"], "mixboard-file",
      "/x/mb.json is the file of the MixBoard program: "
    ),
    (
      ["import", "nope.m3u"], #"no-such-playlist "nope.m3u""#,
      "There is no playlist file nope.m3u on a volume; "
    ),
    (["rate", "S/a.mp3", "3"], #"volume-not-plugged-in "S""#, "S is not plugged in. "),
    (
      ["playlistput", "P", "uri", "a", "My (S)/b"], #"volume-not-plugged-in "My (S)""#,
      "My (S) is not plugged in. "
    ),
    (
      ["sync", "S"], #"volume-let-go "S""#, "S was let go: `jukebox volumes --mount S` takes it back."
    ),
    (["restore", "S"], "no-backup", "There is no backup on S. "),
    (["undo"], "nothing-to-undo", "There is no import that could be taken back."),
    (["playlistorder", "P", "undo"], "nothing-to-undo", "P was changed after it was ordered, or was not ordered: "),
    (["presetset", "1", "P"], "no-such-playlist", "There is no playlist, folder or song P. "),
    (
      ["undo"], #"import-of-others "S"] the last one on S was made by another one"#,
      "the last one on S was made by another one. The jukebox that made it takes it back; "
    ),
    (
      ["undo"], #"import-unknown "S"] S knows nothing of it"#,
      "S knows nothing of it. `jukebox playlist delete` deletes what is there of it; "
    ),
    (
      ["undo"], #"volume-not-plugged-in "S"] The last import lies on S"#,
      "The last import lies on S, and say `jukebox import --undo` again."
    ),
    (
      ["sync", "S"], "bad-mixboard-file] Sync/mixboard-playlists.json: byte 2: no string",
      "Sync/mixboard-playlists.json: byte 2: no string. It is"
    ),
    (["play", "98"], "no-such-position", "The queue has no song 99. "),
    (["load", "Prty", "0:", "3"], "no-such-playlist", "There is no playlist Prty. "),
    (["playlistmove", "Party", "499:500", "0"], "no-such-position", "Party has no such number: "),
    (["playlistadd", "Party", "Miles", "98"], "no-such-position", "Party has no such number: "),
    (["rename", "Party", "Tonight"], "playlist-exists", "There is a playlist Tonight already."),
    (["save", "Party", "create"], "playlist-exists", "There is a playlist Party already."),
    (["save", "a/b", "create"], "bad-playlist-name", "A playlist can't be called that: "),
    (["unmount", "STIK"], "not-mounted", "There is no stick STIK that could be let go. "),
    (["mount", "STIK", "STIK"], "not-let-go", "No stick STIK was let go. "),
    (["backup", "STIK"], #"no-such-volume "STIK""#, "There is no volume STIK. "),
  ])
  func `a refusal names what was meant`(words: [String], key: String, told: String) {
    let text = RefusalText.text(CommandRefusal(key, to: words))
    #expect(text?.hasPrefix(told) == true, "\(text ?? "nothing")")
  }

  @Test func `what nobody can help is told in the jukebox's own words`() {
    #expect(RefusalText.text(CommandRefusal("limit-reached] Too much", to: ["add", "Miles"])) == nil)
    #expect(RefusalText.text(CommandRefusal("no-such-position] Bad song index", to: ["play"])) == nil)
    // Where what answers has no keys, nothing is read out of its words.
    let foreign = CommandRefusal("ACK [50@0] {add} No such directory", to: ["add", "Mile"], hasKeys: false)
    #expect(RefusalText.text(foreign) == nil && foreign.sentence == "No such directory.")
  }

  @Test func `where nothing is shown, it is told where to look`() {
    func nothing(_ request: BrowseRequest, _ volumes: [Volume] = []) -> [String] {
      ShelfText.nothing(request, volumes: volumes)
    }
    #expect(nothing(BrowseRequest(kind: "albums", artist: "miles"))[0].contains("has to be whole"))
    #expect(
      nothing(BrowseRequest(kind: "folders", folder: "Miles")) == [
        "There are no folders in Miles. `jukebox browse songs` with the same --folder shows its songs."
      ])
    #expect(nothing(BrowseRequest(kind: "folders"))[0].contains("`jukebox volumes`"))
    #expect(nothing(BrowseRequest(kind: "recentlyplayed"))[0].hasPrefix("Nothing was played yet. "))
    #expect(nothing(BrowseRequest(kind: "mostplayed"))[0].hasPrefix("Nothing was played yet. "))
    #expect(nothing(BrowseRequest(kind: "neverplayed")) == ["There is no song that was never played."])
    #expect(nothing(BrowseRequest(kind: "forgotten"))[0].contains("60 days"))
    #expect(nothing(BrowseRequest(kind: "ranking"))[0].contains("`jukebox stats --help`"))
    #expect(nothing(BrowseRequest(kind: "ranking", genre: "jazz"))[0].contains("has to be whole"))
    for (kind, words) in [
      ("mostplayed", "none was played yet: "), ("neverplayed", "none was never played: all were."),
      ("recentlyplayed", "none was played yet: "), ("forgotten", "none is forgotten: "),
      ("ranking", "none has a score: "),
    ] {
      for request in [
        BrowseRequest(kind: kind, artist: "The Beatles"), BrowseRequest(kind: kind, folder: "Beatles"),
      ] {
        let told = ShelfText.nothing(request, fitting: 7, volumes: [])
        #expect(told.count == 1 && told[0].hasPrefix("Of the songs that fit (7), \(words)"))
      }
      let wrong = ShelfText.nothing(BrowseRequest(kind: kind, artist: "beat"), fitting: 0, volumes: [])
      #expect(wrong[0].contains("has to be whole"))
      let nowhere = ShelfText.nothing(BrowseRequest(kind: kind, folder: "beat"), fitting: 0, volumes: [])
      #expect(nowhere[0].hasPrefix("There is no song in beat. "))
    }
    #expect(nothing(BrowseRequest(kind: "songs", artist: "a", genre: "b"))[0].contains("all of that"))
    #expect(BrowseRequest(kind: "ranking", folder: "a").filter == #"(base "a")"#)
    let filling = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: false)
    #expect(
      nothing(BrowseRequest(kind: "artists"), [filling]).last?.hasPrefix("MUSIC: not all songs") == true)
  }

  @Test func `what was added is told with the number that plays it`() {
    #expect(SearchText.added(3, length: 12) == "3 songs added; `jukebox play 10` begins there")
    #expect(SearchText.added(1, length: 1) == "1 song added; `jukebox play 1` begins there")
  }

  @Test func `a volume that is being scanned says so`() {
    let volume = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: true, songs: 2)
    #expect(
      VolumeText.lines([volume], scanned: ["OTHER"]) == ["MUSIC  /m  stick, 2 songs, paths begin with MUSIC/"]
    )
    #expect(
      VolumeText.lines([volume], scanned: ["MUSIC"]) == [
        "MUSIC  /m  stick, 2 songs, paths begin with MUSIC/, being scanned (see `jukebox scan`)"
      ])
    #expect(VolumeText.letGo("MUSIC").hasPrefix("MUSIC was let go and can be pulled; "))
  }
}
