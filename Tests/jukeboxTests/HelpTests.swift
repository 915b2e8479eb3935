import ArgumentParser
import Foundation
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct HelpTests {
  private var commands: [any ParsableCommand.Type] {
    let all: [any ParsableCommand.Type] = [JukeboxCommand.self]
    return all + JukeboxCommand.configuration.subcommands + PlaylistCommand.configuration.subcommands
      + QueueCommand.configuration.subcommands + CueCommand.configuration.subcommands
      + PlaylistFolderCommand.configuration.subcommands + TheoryCommand.configuration.subcommands
  }

  @Test func `no line of a help is broken on a terminal of 80 columns`() {
    for command in commands {
      let lines = command.configuration.discussion.split(separator: "\n")
      #expect(lines.filter { Columns.width(String($0)) >= 80 } == [], "\(command)")
    }
  }

  /// Paths may begin with a dash, and one of them would have the whole line refused.
  @Test func `examples with paths from another program have two dashes before them`() {
    for command in commands {
      let lines = command.configuration.discussion.split(separator: "\n").filter { $0.contains("xargs") }
      #expect(lines.allSatisfy { $0.hasSuffix(" --") }, "\(command)")
    }
    let add = try? AddCommand.parsed(["add", "--play", "--", "-dash.mp3", "b.mp3"])
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
  func `an incomplete command gets a hint`(line: String, hint: String) {
    #expect(CommandWords.unknown(line.split(separator: " ").map(String.init))?.contains(hint) == true)
  }

  @Test(arguments: [
    ["rate", "-1"], ["crossfade", "-5"], ["playlist", "entry", "P", "1", "--gain", "-3"],
  ])
  func `a number with a sign that is none is refused`(words: [String]) {
    #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(words) }
  }

  @Test(arguments: [
    ["add", "--", "-dash.mp3"], ["seek", "-30"], ["volume", "-5"], ["art", "-o", "-"],
    ["playlist", "entry", "P", "1", "--gain=-3"], ["note", "--", "-so"],
  ])
  func `a sign that is meant and a text behind two dashes are taken`(words: [String]) throws {
    _ = try JukeboxCommand.parseAsRoot(words)
  }

  @Test(arguments: [
    (
      ["add", "Mile"], "no-such-path",
      "There is no song or folder Mile. `jukebox browse folders` lists folders"
    ),
    (
      ["add", "My Disc.cue"], "no-such-path",
      "My Disc.cue is a playlist file. `jukebox import --on-volume \"My Disc.cue\"` makes a playlist of it."
    ),
    (
      ["playlistadd", "P", "Mile"], "no-such-path",
      "There is no song or folder Mile. `jukebox browse folders` lists folders"
    ),
    (
      ["browse", "folders", "Mile"], "no-such-path",
      "There is no song or folder Mile. `jukebox browse folders` lists folders"
    ),
    (["browse", "songs", #"(base "Mile")"#], "no-such-path", "There is no such folder. "),
    (
      ["readpicture", "Mile", "0"], "no-such-path",
      "There is no song or folder Mile. `jukebox browse folders` lists folders"
    ),
    (
      ["rate", "Mile", "3"], #"no-such-song "Mile""#,
      "There is no song Mile. `jukebox search --paths WORDS` prints paths of songs."
    ),
    (
      ["chapters", "Mile"], #"no-such-song "Mile""#,
      "There is no song Mile. `jukebox search --paths WORDS` prints paths of songs."
    ),
    (
      ["listening", "Mile"], #"no-such-song "Mile""#,
      "There is no song Mile. `jukebox search --paths WORDS` prints paths of songs."
    ),
    (
      ["playlistfetch", "Party", "0:1"], #"no-such-song "Party""#,
      "Party has no episodes of a podcast there. `jukebox playlist subscribe` lists the podcasts"
    ),
    (
      ["playlistsubscribe", "http://a/f.xml", "X"], #"already-exists "News""#,
      "The feed is subscribed already, as the playlist News. `jukebox playlist rename` gives it another name."
    ),
    (["cuerm", #"a "b"\"#, "1"], #"no-such-song "a \"b\"\\""#, #"There is no song a "b"\. "#),
    (
      ["resume", "Mile"], #"no-such-path "Mile""#,
      "There is no folder Mile. `jukebox browse folders` lists folders; paths are case-sensitive."
    ),
    (
      ["setresume", "Mile", "on"], #"no-such-path "Mile""#,
      "There is no folder Mile. `jukebox browse folders` lists folders; paths are case-sensitive."
    ),
    (
      ["playlistput", "P", "new", "uri", "Mile"], "no-such-path",
      "There is no song or folder Mile. `jukebox browse folders` lists folders"
    ),
    (
      ["playlistput", "P", "uri", "Mile", "x"], "no-such-path",
      "One of these does not exist, so nothing was added: Mile, x. `jukebox browse folders` lists folders; paths are case-sensitive."
    ),
    (["playlistput", "P", "uri", "Mile", "x"], #"no-such-path "x""#, "There is no song or folder x. "),
    (
      ["playlistput", "P", "uri", "a/b.m3u"], "no-such-path",
      "a/b.m3u is a playlist file. `jukebox import --on-volume a/b.m3u` makes a playlist of it."
    ),
    (
      ["playlistput", "P", "position", "98", "uri", "x"], "no-such-position",
      "P has no song with that number. `jukebox playlist show` shows the numbers."
    ),
    (
      ["playlistgroups", "P"], "no-template",
      "P has no template. Save one with `jukebox playlist set P --template \"{AlbumArtist} – {Album}\"`, or give one with --by."
    ),
    (
      ["playlistcover", "P", "0"], "no-picture",
      "P has no picture. `jukebox playlist cover` lists the pictures of its albums."
    ),
    (
      ["playlistcoverset", "P", "0", "1", "x"], "bad-picture",
      "The file is not a picture; expected JPEG, PNG or WebP."
    ),
    (["playlistfolder", "rename", "A", "B"], "playlist-folder-exists", "The folder B already exists."),
    (["playlistfolder", "make", "a/b"], "bad-playlist-name", "Not a valid name for a playlist folder: "),
    (
      ["playlistentryset", "P", "2", "end", "1"], "ends-before-start",
      "The end of a part must be after its start. `jukebox playlist entry PLAYLIST NUMBER` shows both."
    ),
    (["cuerm", "", "9"], #"no-such-cue "9""#, "The song has no cue 9. `jukebox cue` shows the numbers."),
    (
      ["cueplay", "a.mp3", "9"], #"no-such-cue "9""#,
      "The song has no cue 9. `jukebox cue` shows the numbers."
    ),
    (
      ["loopcue", "8", "9"], #"no-such-cue "9""#,
      "The song has no cue 8 or 9. `jukebox cue` shows the numbers."
    ),
    (["cuestep", "next"], "no-such-cue", "There is no later cue. `jukebox cue` lists the cues."),
    (["cuestep", "next"], "not-playing", "No song is playing or paused, so there is no cue to go to."),
    (["cues", ""], "not-playing", "No song is playing or paused, so there is nothing to loop."),
    (["loopcue", "1"], "not-playing", "No song is playing or paused, so there is nothing to loop."),
    (
      ["mix", "1"], "not-playing", "No song is playing or paused, so there is nothing to add to the mix slot."
    ),
    (["count", "(base \"A\")"], "no-such-path", "There is no such folder. "),
    (
      ["rm", "a b.m3u"], #"playlist-file "a b.m3u""#,
      "a b.m3u is a playlist file on a volume and cannot be edited. `jukebox import --on-volume \"a b.m3u\"` makes a playlist of it."
    ),
    (
      ["loopcue", "3"], "cue-without-end",
      "Cue 3 has no end. Set one (`jukebox cue edit 3 --end TIME`), or give a second cue as the end of the loop."
    ),
    (
      ["importsent", "path", "/a/b.mp3"], "not-a-playlist] the file is no playlist: it is no text",
      "/a/b.mp3: the file is no playlist: it is no text."
    ),
    (["import", "S/a.m3u"], "not-a-playlist] it is JSON", "S/a.m3u: it is JSON."),
    (
      ["importsent", "path", "/x/mb.json"], "mixboard-file",
      "/x/mb.json is a MixBoard file. "
    ),
    (
      ["import", "nope.m3u"], #"no-such-playlist "nope.m3u""#,
      "There is no playlist file nope.m3u on a volume; its extension must be .m3u, .m3u8, .pls, .xspf or .cue. For a file of this machine omit --on-volume."
    ),
    (["rate", "S/a.mp3", "3"], #"volume-not-plugged-in "S""#, "S is not plugged in. "),
    (
      ["playlistput", "P", "uri", "a", "My (S)/b"], #"volume-not-plugged-in "My (S)""#,
      "My (S) is not plugged in. "
    ),
    (
      ["sync", "S"], #"volume-released "S""#, "S is unmounted. `jukebox volumes --mount S` mounts it again."
    ),
    (["restore", "S"], "no-backup", "There is no backup on S. "),
    (
      ["playlistorder", "P", "undo"], "nothing-to-undo",
      "P was changed after it was ordered, or was not ordered: "
    ),
    (["presetset", "1", "P"], "no-such-playlist", "There is no playlist, station, folder or song P. "),
    (
      ["sync", "S"], "bad-mixboard-file] Sync/mixboard-playlists.json: byte 2: no string",
      "Sync/mixboard-playlists.json: byte 2: no string. It is"
    ),
    (["play", "98"], "no-such-position", "The queue has no song 99. `jukebox queue` shows the numbers."),
    (["load", "Prty", "0:", "3"], "no-such-playlist", "There is no playlist Prty. "),
    (
      ["playlistmove", "Party", "499:500", "0"], "no-such-position",
      "Party has no song with that number. `jukebox playlist show` shows the numbers."
    ),
    (
      ["playlistadd", "Party", "Miles", "98"], "no-such-position",
      "Party has no song with that number. `jukebox playlist show` shows the numbers."
    ),
    (["rename", "Party", "Tonight"], "playlist-exists", "The playlist Tonight already exists."),
    (["save", "Party", "create"], "playlist-exists", "The playlist Party already exists."),
    (
      ["save", "a/b", "create"], "bad-playlist-name",
      "Not a valid name for a playlist: use 1 to 251 bytes without slashes and control characters, and not only blanks."
    ),
    (
      ["unmount", "STIK"], "not-mounted",
      "There is no stick STIK to unmount. `jukebox volumes` lists the sticks."
    ),
    (
      ["mount", "STIK", "STIK"], "not-released",
      "There is no unmounted stick STIK. `jukebox volumes` lists the sticks."
    ),
    (
      ["backup", "STIK"], #"no-such-volume "STIK""#,
      "There is no volume STIK. `jukebox volumes` lists the volumes."
    ),
  ])
  func `a refusal names what was meant`(words: [String], key: String, told: String) {
    let text = RefusalText.text(CommandRefusal(key, to: words))
    #expect(text?.hasPrefix(told) == true, "\(text ?? "nothing")")
  }

  @Test func `refusals without a remedy are shown in the jukebox's own words`() {
    #expect(RefusalText.text(CommandRefusal("limit-reached] Too much", to: ["add", "Miles"])) == nil)
    #expect(RefusalText.text(CommandRefusal("no-such-position] Bad song index", to: ["play"])) == nil)
    // Where what answers has no keys, nothing is read out of its words.
    let foreign = CommandRefusal("ACK [50@0] {add} No such directory", to: ["add", "Mile"], hasKeys: false)
    #expect(RefusalText.text(foreign) == nil && foreign.sentence == "No such directory.")
  }

  @Test func `an empty list is explained`() {
    func nothing(_ request: BrowseRequest, _ volumes: [Volume] = []) -> [String] {
      ShelfText.nothing(request, volumes: volumes)
    }
    #expect(nothing(BrowseRequest(kind: "albums", artist: "miles"))[0].contains("whole name"))
    expectEqual(
      nothing(BrowseRequest(kind: "folders", folder: "Miles")),
      [
        "There are no folders in Miles. `jukebox browse songs` with the same --folder shows its songs."
      ])
    #expect(nothing(BrowseRequest(kind: "folders"))[0].contains("`jukebox volumes`"))
    #expect(
      nothing(BrowseRequest(kind: "recentlyplayed"))[0].hasPrefix(
        "No song was played yet. A song counts as played when half of it, or four minutes, were heard."))
    #expect(
      nothing(BrowseRequest(kind: "mostplayed"))[0].hasPrefix(
        "No song was played yet. A song counts as played when half of it, or four minutes, were heard."))
    expectEqual(nothing(BrowseRequest(kind: "neverplayed")), ["Every song was played."])
    #expect(nothing(BrowseRequest(kind: "forgotten"))[0].contains("60 days"))
    #expect(nothing(BrowseRequest(kind: "ranking"))[0].contains("`jukebox stats --help`"))
    #expect(nothing(BrowseRequest(kind: "ranking", genre: "jazz"))[0].contains("whole name"))
    for (kind, words) in [
      (
        "mostplayed",
        "none was played yet. A song counts as played when half of it, or four minutes, were heard."
      ), ("neverplayed", "every one was played."),
      (
        "recentlyplayed",
        "none was played yet. A song counts as played when half of it, or four minutes, were heard."
      ), ("forgotten", "none is forgotten: "),
      ("ranking", "none has a score. `jukebox stats --help` explains the score."),
    ] {
      for request in [
        BrowseRequest(kind: kind, artist: "The Beatles"), BrowseRequest(kind: kind, folder: "Beatles"),
      ] {
        let told = ShelfText.nothing(request, fitting: 7, volumes: [])
        #expect(told.count == 1 && told[0].hasPrefix("Of the 7 matching songs, \(words)"))
      }
      let wrong = ShelfText.nothing(BrowseRequest(kind: kind, artist: "beat"), fitting: 0, volumes: [])
      #expect(wrong[0].contains("whole name"))
      let nowhere = ShelfText.nothing(BrowseRequest(kind: kind, folder: "beat"), fitting: 0, volumes: [])
      #expect(nowhere[0].hasPrefix("There is no song in beat. "))
    }
    #expect(nothing(BrowseRequest(kind: "songs", artist: "a", genre: "b"))[0].contains("all of these"))
    #expect(BrowseRequest(kind: "ranking", folder: "a").filter == #"(base "a")"#)
    let filling = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: false)
    #expect(
      nothing(BrowseRequest(kind: "artists"), [filling]).last?.hasPrefix("MUSIC: the search index") == true)
  }

  @Test func `added songs are reported with the number that plays them`() {
    expectEqual(SearchText.added(3, length: 12), "3 songs added; `jukebox play 10` plays the first")
    expectEqual(SearchText.added(1, length: 1), "1 song added; `jukebox play 1` plays the first")
  }

  @Test func `a volume that is being scanned is marked`() {
    let volume = Volume(
      name: "MUSIC", uri: "MUSIC", path: "/m", kind: "stick", isReadOnly: false, isIndexed: true, songs: 2)
    expectEqual(
      VolumeText.lines([volume], scanned: ["OTHER"]), ["MUSIC  /m  stick, 2 songs, path prefix MUSIC/"])
    expectEqual(
      VolumeText.lines([volume], scanned: ["MUSIC"]),
      [
        "MUSIC  /m  stick, 2 songs, path prefix MUSIC/, being scanned (see `jukebox scan`)"
      ])
    #expect(
      VolumeText.letGo("MUSIC").hasPrefix(
        "MUSIC is unmounted and can be pulled; `jukebox volumes --mount MUSIC` mounts it again"))
  }
}
