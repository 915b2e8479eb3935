import ArgumentParser
import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

/// Who asks for something that nothing comes of is told so, and by the exit status.
@Suite struct NothingDoneTests {
  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(words)
  }

  /// What the parser says to these words, and how it ends.
  private func refusal(_ words: [String]) -> (message: String, status: Int32)? {
    do {
      _ = try JukeboxCommand.parseAsRoot(words)
      return nil
    } catch {
      return (JukeboxCommand.message(for: error), JukeboxCommand.exitCode(for: error).rawValue)
    }
  }

  @Test(arguments: [
    (["add", ""], "A path is empty; use / for the whole library."),
    (["add", "Miles", ""], "A path is empty; use / for the whole library."),
    (["playlist", "add", "P", ""], "A path is empty; use / for the whole library."),
    (["playlist", "add", "P", "--album", ""], "The album name is empty."),
    (["playlist", "add", "P", "--search", "a", ""], "The word is empty."),
    (["playlist", "add", "", "Miles"], "The name of the playlist is empty."),
    (["art", ""], "The song's path is empty."), (["chapters", ""], "The song's path is empty."),
    (["stats", ""], "The song's path is empty."),
    (["favourite", ""], "The song's path is empty."),
    (["favourite", "--song", ""], "The song's path is empty."),
    (["rate", "8", ""], "The song's path is empty."),
    (["note", "--song", ""], "The song's path is empty."),
    (["cue", "list", ""], "The song's path is empty."),
    (["cue", "add", "1", "--song", ""], "The song's path is empty."),
    (["cue", "play", "1", "--song", ""], "The song's path is empty."),
    (["cue", "remove", "1", "--song", ""], "The song's path is empty."),
    (["playlist", "show", ""], "The name of the playlist is empty."),
    (["playlist", "delete", ""], "The name of the playlist is empty."),
    (["playlist", "clear", ""], "The name of the playlist is empty."),
    (["playlist", "info", ""], "The name of the playlist is empty."),
    (["playlist", "load", ""], "The name of the playlist is empty."),
    (["playlist", "set", "", "--tempo", "9"], "The name of the playlist is empty."),
    (["playlist", "entry", "", "1"], "The name of the playlist is empty."),
    (["playlist", "cover", ""], "The name of the playlist is empty."),
    (["playlist", "duplicates", ""], "The name of the playlist is empty."),
    (["playlist", "move", "", "1", "2"], "The name of the playlist is empty."),
    (["playlist", "remove", "", "1"], "The name of the playlist is empty."),
    (["playlist", "rename", "", "P"], "The name of the playlist is empty."),
    (["playlist", "folder", "delete", ""], "The name of the playlist folder is empty."),
    (["playlist", "folder", "rename", "", "a"], "The name of the playlist folder is empty."),
    (["export", ""], "The name of the playlist is empty."),
    (["export", "P", "-o", ""], "The file name is empty."),
    (["export", "P", "--relative", ""], "The name of the volume is empty."),
    (["import", ""], "The file name is empty."), (["art", "-o", ""], "The file name is empty."),
    (["playlist", "cover", "P", "--set", ""], "The file name is empty."),
    (["playlist", "cover", "P", "-o", ""], "The file name is empty."),
    (["sync", ""], "The name of the volume is empty."), (["backup", ""], "The name of the volume is empty."),
    (["restore", ""], "The name of the volume is empty."), (["search", ""], "A word is empty."),
    (["status", "--socket", ""], "The socket path is empty."),
    (["status", "--host", ""], "The host name is empty."),
    (
      ["favourite", "http://radio/x"],
      "http://radio/x cannot be used here. Streams of http:// and https:// can be added and announced."
    ),
    (
      ["rate", "8", "http://radio/x"],
      "http://radio/x cannot be used here. Streams of http:// and https:// can be added and announced."
    ),
    (["scan", ""], "The folder's path is empty; use / for the whole library."),
    (["resume", "", "on"], "The folder's path is empty; use / for the whole library."),
    (["preset", "3", ""], "The name of the playlist or folder is empty."),
    (["playlist", "set", "P", "--folder", "a/b"], "“a/b” is not a valid name for a playlist folder: "),
    (["playlist", "folder", "make", "a/b"], "“a/b” is not a valid name for a playlist folder: "),
    (["playlist", "folder", "rename", "a", "a/b"], "“a/b” is not a valid name for a playlist folder: "),
    (["playlist", "rename", "P", "a/b"], "“a/b” is not a valid name for a playlist: "),
    (["playlist", "save", "a/b"], "“a/b” is not a valid name for a playlist: "),
    (["import", "a.m3u", "--name", "a/b"], "“a/b” is not a valid name for a playlist: "),
    (
      ["add", "rtsp://radio/x"],
      "rtsp://radio/x cannot be used here. Streams of http:// and https:// can be added and announced."
    ),
    (
      ["playlist", "add", "P", "rtsp://radio/x"],
      "rtsp://radio/x cannot be used here. Streams of http:// and https:// can be added and announced."
    ),
  ])
  func `impossible names are refused before anything is sent`(words: [String], told: String) {
    let refusal = refusal(words)
    #expect(refusal?.message.hasPrefix(told) == true && refusal?.status == 64, "\(words)")
  }

  @Test func `a mistake in a line is shown with the command's usage`() {
    let error = #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["favourite", ""]) }
    let message = error.map { JukeboxCommand.fullMessage(for: $0) }
    #expect(message?.hasPrefix("jukebox: ") == true && message?.contains("Usage: jukebox favourite ") == true)
  }

  @Test func `an empty folder of a playlist takes it out, and names with dots stay names`() {
    #expect(refusal(["playlist", "set", "P", "--folder", ""]) == nil)
    #expect(refusal(["playlist", "set", "P", "--folder", "./none"]) == nil)
    #expect(refusal(["add", "/"]) == nil && refusal(["add", "a: b/c"]) == nil)
  }

  @Test func `an add of several paths adds all or none`() throws {
    let add = try command(AddCommand.self, "add", "A", "Nope")
    let jukebox = try ScriptedJukebox(
      [], [], ["ACK [50@0] {lsinfo} [no-such-path] No such directory"], [],
      ["ACK [50@0] {lsinfo} [no-such-path] No such directory"], [])
    let failure = #expect(throws: Failure.self) { try add.add(jukebox.connection) }
    expectEqual(failure?.kind, .refused)
    #expect(
      failure?.description.hasPrefix(
        "There is no song or folder Nope. `jukebox browse folders` lists folders") == true)
    #expect(
      try jukebox.asked() == [
        "config", #"lsinfo "A""#, #"lsinfo "Nope""#, "volumes", #"lsinfo "A Nope""#, "volumes",
      ])
  }

  @Test func `a path with spaces that was typed without quotes is recognised`() throws {
    let add = try command(AddCommand.self, "add", "Miles", "Davis")
    let jukebox = try ScriptedJukebox(
      [], ["ACK [50@0] {lsinfo} [no-such-path] No such directory"], [], ["file: Miles Davis/1.mp3"])
    let failure = #expect(throws: Failure.self) { try add.add(jukebox.connection) }
    expectEqual(failure?.description, "A name with spaces needs quotes: jukebox add 'Miles Davis'")
  }

  @Test func `one path is added without a check before, and a path without songs is reported`() throws {
    let add = try command(AddCommand.self, "add", "A")
    let jukebox = try ScriptedJukebox([], ["playlistlength: 2"], [], ["playlistlength: 5"])
    try expectEqual(add.add(jukebox.connection), "3 songs added")
    #expect(try jukebox.asked() == ["config", "status", #"add "A""#, "status"])
    let empty = try ScriptedJukebox([], ["playlistlength: 2"], [], ["playlistlength: 2"])
    let failure = #expect(throws: Failure.self) { try add.add(empty.connection) }
    expectEqual(failure?.description, "Nothing was added: no songs in these folders.")
  }

  @Test func `an absent song is not played, nor another in its place`() throws {
    let jukebox = try ScriptedJukebox(["file: S/a.mp3", "Title: A", "Pos: 2", "absent: 1"])
    let failure = #expect(throws: Failure.self) { try jukebox.connection.play(from: 2) }
    #expect(failure?.kind == .refused && failure?.description.hasPrefix("S/a.mp3 is not available: ") == true)
    #expect(try jukebox.asked() == [#"playlistinfo "2""#])
    let none = try ScriptedJukebox(["ACK [2@0] {playlistinfo} [no-such-position] Bad song index"])
    let missing = #expect(throws: Failure.self) { try none.connection.play(from: 2) }
    #expect(
      missing?.description.hasPrefix("The queue has no song 3. `jukebox queue` shows the numbers.") == true)
    let there = try ScriptedJukebox(["file: a.mp3"], [], ["state: play"])
    try there.connection.play(from: 0)
    #expect(try there.asked() == [#"playlistinfo "0""#, #"play "0""#, "status"])
  }

  @Test func `an empty queue is not played without a word`() throws {
    let jukebox = try ScriptedJukebox(["state: stop", "playlistlength: 0"])
    let failure = #expect(throws: Failure.self) { try jukebox.connection.play() }
    #expect(failure?.kind == .refused && failure?.description == QueueText.empty)
    try expectEqual(jukebox.asked(), ["status"])
  }

  @Test(arguments: [
    (
      "The volume is not there",
      "S/a.mp3 is not available, and no other song of the queue is. Playback starts when its stick is plugged in again."
    ),
    ("Broken", "S/a.mp3 does not play: Broken."),
  ])
  func `an immediate failure of playback is reported`(error: String, told: String) throws {
    let status = ["playlistlength: 1", "state: stop"]
    let jukebox = try ScriptedJukebox(
      status, [], status + ["error: \(error)"],
      ["file: S/a.mp3"] + (error == "Broken" ? [] : ["absent: 1"]))
    let failure = #expect(throws: Failure.self) { try jukebox.connection.play() }
    #expect(failure?.kind == .refused && failure?.description.hasPrefix(told) == true)
    // An error of before is none of this.
    let playing = try ScriptedJukebox(status, [], ["state: play", "error: \(error)"])
    try playing.connection.play()
  }

  @Test(arguments: [["--replace", "--play"], ["--play"], []])
  func `an empty playlist leaves the queue alone`(options: [String]) throws {
    let words = ["playlist", "load", "None"] + options
    let load = try PlaylistLoadCommand.parsed(words)
    let jukebox = try ScriptedJukebox([])
    let failure = #expect(throws: Failure.self) { try load.load(jukebox.connection) }
    expectEqual(failure?.kind, .refused)
    #expect(failure?.description.hasPrefix("None is empty: nothing was added") == true)
    #expect(try jukebox.asked() == [#"listplaylist "None" "0:1""#])
  }

  @Test func `a loaded playlist plays`() throws {
    let load = try command(PlaylistLoadCommand.self, "playlist", "load", "P", "--replace", "--play")
    let jukebox = try ScriptedJukebox(
      ["file: a"], [], ["playlistlength: 0"], [], ["playlistlength: 1"], [], ["state: play"])
    try expectEqual(load.load(jukebox.connection), "1 song added")
    try expectEqual(jukebox.asked()[1...].first, "clear")
    let absent = try ScriptedJukebox(
      ["file: a"], [], ["playlistlength: 0"], [], ["playlistlength: 1"], [],
      ["state: stop", "error: The volume is not there"], ["file: a"])
    #expect(throws: Failure.self) { try load.load(absent.connection) }
  }

  @Test func `a backup or a sync that no volume takes is a failure`() {
    let all = ExchangeResult.all(
      Answer("volume: A", "read_only: 1", "volume: B", "file: .jukebox/backup.json"))
    #expect(!ExchangeResult.isNoneWritten(all) && ExchangeResult.isNoneWritten([all[0]]))
    #expect(!ExchangeResult.isNoneWritten([]))
  }

  @Test func `a playlist in other capitals is named`() throws {
    let all = ["playlist: Party", "playlist: Late", "Last-Modified: 2026-01-01T00:00:00Z"]
    let jukebox = try ScriptedJukebox(
      [#"ACK [50@0] {playlistentries} [no-such-playlist "party"] No such playlist: party"#], all,
      [#"ACK [50@0] {presetset} [no-such-playlist "LATE"] No such playlist: LATE"#], all,
      ["ACK [50@0] {rm} [no-such-playlist] No such playlist"], all)
    func told(_ words: String...) -> String? {
      let failure = #expect(throws: Failure.self) { try jukebox.connection.asked(words) }
      return failure?.description
    }
    expectEqual(
      told("playlistentries", "party"),
      "There is no playlist party. Did you mean Party? Names are case-sensitive.")
    #expect(told("presetset", "3", "LATE")?.contains("Did you mean Late?") == true)
    #expect(told("rm", "Nope")?.hasPrefix("There is no playlist Nope. `jukebox playlist` lists") == true)
  }

  @Test(arguments: [
    ("playlists", "playlist"), ("favourites", "favourite"), ("favorites", "favorite"), ("prev", "previous"),
    ("plylist", "playlist"), ("playlits", "playlist"), ("serach", "search"), ("vol", "volume"),
    ("playlist shw", "playlist show"), ("cue nxt", "cue next"),
    ("playlist folder mke", "playlist folder make"),
    ("help plylist", "playlist"), ("help playlist shw", "playlist show"),
  ])
  func `a misspelt command is guessed`(line: String, meant: String) {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    #expect(CommandWords.unknown(words)?.contains("Did you mean '\(meant)'?") == true)
  }

  @Test(arguments: ["frobnicate", "help frobnicate", "help status frobnicate", "playlist help frobnicate"])
  func `a word unlike every command gets no suggestion`(line: String) {
    let message = CommandWords.unknown(line.split(separator: " ").map(String.init))
    #expect(message?.hasPrefix("There is no command '") == true && message?.contains("mean") == false)
    #expect(message?.contains("frobnicate'") == true)
  }

  @Test(arguments: ["help", "help play", "help playlist show", "help help", "help --help", "playlist help"])
  func `a help that there is goes to the parser`(line: String) {
    #expect(CommandWords.unknown(line.split(separator: " ").map(String.init)) == nil)
  }

  @Test(arguments: [("", "", 0), ("ab", "ba", 1), ("abc", "", 3), ("kitten", "sitting", 3), ("a", "b", 1)])
  func `the distance of words is counted`(first: String, second: String, count: Int) {
    #expect(Suggestion.distance(first, second) == count && Suggestion.distance(second, first) == count)
  }
}
