import ArgumentParser
import ClientSupport
import Testing

@testable import Client
@testable import jukebox

/// Who asks for something that nothing comes of is told so, and by the exit status.
@Suite struct NothingDoneTests {
  private func command<Command: ParsableCommand>(_ type: Command.Type, _ words: String...) throws -> Command {
    try #require(try JukeboxCommand.parseAsRoot(words) as? Command)
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
    (["add", ""], "An empty name is no song or folder; / is everything."),
    (["add", "Miles", ""], "An empty name is no song or folder; / is everything."),
    (["playlist", "add", "P", ""], "An empty name is no song or folder; / is everything."),
    (["playlist", "add", "P", "--album", ""], "An empty text is no album."),
    (["playlist", "add", "P", "--search", "a", ""], "An empty text is no word."),
    (["playlist", "add", "", "Miles"], "An empty name is no playlist."),
    (["art", ""], "An empty name is no song."), (["chapters", ""], "An empty name is no song."),
    (["stats", ""], "An empty name is no song."),
    (["favourite", ""], "An empty name is no song."),
    (["favourite", "--song", ""], "An empty name is no song."),
    (["rate", "8", ""], "An empty name is no song."), (["note", "--song", ""], "An empty name is no song."),
    (["cue", "list", ""], "An empty name is no song."), (["cue", "add", "1", "--song", ""], "An empty name"),
    (["cue", "play", "1", "--song", ""], "An empty name"),
    (["cue", "remove", "1", "--song", ""], "An empty name"),
    (["playlist", "show", ""], "An empty name is no playlist."),
    (["playlist", "delete", ""], "An empty name is no playlist."),
    (["playlist", "clear", ""], "An empty name is no playlist."),
    (["playlist", "info", ""], "An empty name is no playlist."),
    (["playlist", "load", ""], "An empty name is no playlist."),
    (["playlist", "set", "", "--tempo", "9"], "An empty name is no playlist."),
    (["playlist", "entry", "", "1"], "An empty name is no playlist."),
    (["playlist", "cover", ""], "An empty name is no playlist."),
    (["playlist", "duplicates", ""], "An empty name is no playlist."),
    (["playlist", "move", "", "1", "2"], "An empty name is no playlist."),
    (["playlist", "remove", "", "1"], "An empty name is no playlist."),
    (["playlist", "rename", "", "P"], "An empty name is no playlist."),
    (["playlist", "folder", "delete", ""], "An empty name is no folder of playlists."),
    (["playlist", "folder", "rename", "", "a"], "An empty name is no folder of playlists."),
    (["export", ""], "An empty name is no playlist."),
    (["export", "P", "-o", ""], "An empty name is no file."),
    (["export", "P", "--relative", ""], "An empty name is no volume."),
    (["import", ""], "An empty name is no file."), (["art", "-o", ""], "An empty name is no file."),
    (["playlist", "cover", "P", "--set", ""], "An empty name is no file."),
    (["playlist", "cover", "P", "-o", ""], "An empty name is no file."),
    (["sync", ""], "An empty name is no volume."), (["backup", ""], "An empty name is no volume."),
    (["restore", ""], "An empty name is no volume."), (["search", ""], "An empty text is no word."),
    (["status", "--socket", ""], "An empty path is no socket."),
    (["status", "--host", ""], "An empty name is no host."),
    (["favourite", "http://radio/x"], "http://radio/x is a stream, and the jukebox plays none: "),
    (["rate", "8", "http://radio/x"], "http://radio/x is a stream, "),
    (["scan", ""], "An empty name is no folder; / is everything."),
    (["resume", "", "on"], "An empty name is no folder; / is everything."),
    (["preset", "3", ""], "An empty name is no playlist or folder."),
    (["playlist", "set", "P", "--folder", "a/b"], "“a/b” is no name of a folder of playlists: "),
    (["playlist", "folder", "make", "a/b"], "“a/b” is no name of a folder of playlists: "),
    (["playlist", "folder", "rename", "a", "a/b"], "“a/b” is no name of a folder of playlists: "),
    (["playlist", "rename", "P", "a/b"], "“a/b” is no name of a playlist: "),
    (["playlist", "save", "a/b"], "“a/b” is no name of a playlist: "),
    (["import", "a.m3u", "--name", "a/b"], "“a/b” is no name of a playlist: "),
    (["add", "http://radio/x"], "http://radio/x is a stream, and the jukebox plays none: "),
    (["playlist", "add", "P", "http://radio/x"], "http://radio/x is a stream, "),
  ])
  func `what can't be a name is seen in the line`(words: [String], told: String) {
    let refusal = refusal(words)
    #expect(refusal?.message.hasPrefix(told) == true && refusal?.status == 64, "\(words)")
  }

  @Test func `what is wrong in a line is told with how its command is used`() {
    let error = #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["favourite", ""]) }
    #expect(error.map { JukeboxCommand.fullMessage(for: $0).contains("Usage: jukebox favourite ") } == true)
  }

  @Test func `an empty folder of a playlist takes it out, and names with dots stay names`() {
    #expect(refusal(["playlist", "set", "P", "--folder", ""]) == nil)
    #expect(refusal(["playlist", "set", "P", "--folder", "./none"]) == nil)
    #expect(refusal(["add", "/"]) == nil && refusal(["add", "a: b/c"]) == nil)
  }

  @Test func `of several the jukebox adds all or none`() throws {
    let add = try command(AddCommand.self, "add", "A", "Nope")
    let jukebox = try ScriptedJukebox([], [], ["ACK [50@0] {lsinfo} [no-such-path] No such directory"], [])
    let failure = #expect(throws: Failure.self) { try add.add(jukebox.connection) }
    #expect(failure?.kind == .refused)
    #expect(failure?.description.hasPrefix("There is no song or folder Nope.") == true)
    #expect(try jukebox.asked() == ["config", #"lsinfo "A""#, #"lsinfo "Nope""#, "volumes"])
  }

  @Test func `one is added without a look before, and what holds no song is told`() throws {
    let add = try command(AddCommand.self, "add", "A")
    let jukebox = try ScriptedJukebox([], ["playlistlength: 2"], [], ["playlistlength: 5"])
    #expect(try add.add(jukebox.connection) == "3 songs added")
    #expect(try jukebox.asked() == ["config", "status", #"add "A""#, "status"])
    let empty = try ScriptedJukebox([], ["playlistlength: 2"], [], ["playlistlength: 2"])
    let failure = #expect(throws: Failure.self) { try add.add(empty.connection) }
    #expect(failure?.description == "Nothing was added: there is no song in what was named.")
  }

  @Test func `a song that is not here is not played, nor another in its place`() throws {
    let jukebox = try ScriptedJukebox(["file: S/a.mp3", "Title: A", "Pos: 2", "absent: 1"])
    let failure = #expect(throws: Failure.self) { try jukebox.connection.play(from: 2) }
    #expect(failure?.kind == .refused && failure?.description.hasPrefix("S/a.mp3 is not here: ") == true)
    #expect(try jukebox.asked() == [#"playlistinfo "2""#])
    let none = try ScriptedJukebox(["ACK [2@0] {playlistinfo} [no-such-position] Bad song index"])
    let missing = #expect(throws: Failure.self) { try none.connection.play(from: 2) }
    #expect(missing?.description.hasPrefix("The queue has no song 3. ") == true)
    let there = try ScriptedJukebox(["file: a.mp3"], [], ["state: play"])
    try there.connection.play(from: 0)
    #expect(try there.asked() == [#"playlistinfo "0""#, #"play "0""#, "status"])
  }

  @Test func `an empty queue is not played without a word`() throws {
    let jukebox = try ScriptedJukebox(["state: stop", "playlistlength: 0"])
    let failure = #expect(throws: Failure.self) { try jukebox.connection.play() }
    #expect(failure?.kind == .refused && failure?.description == QueueText.empty)
    #expect(try jukebox.asked() == ["status"])
  }

  @Test(arguments: [
    ("The volume is not there", "S/a.mp3 is not here, nor is another song "),
    ("Broken", "S/a.mp3 does not play: Broken."),
  ])
  func `what the jukebox finds out at once is told`(error: String, told: String) throws {
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
    let load = try #require(try JukeboxCommand.parseAsRoot(words) as? PlaylistLoadCommand)
    let jukebox = try ScriptedJukebox([])
    let failure = #expect(throws: Failure.self) { try load.load(jukebox.connection) }
    #expect(failure?.kind == .refused)
    #expect(failure?.description.hasPrefix("None is empty, so nothing was added") == true)
    #expect(try jukebox.asked() == [#"listplaylist "None" "0:1""#])
  }

  @Test func `what is loaded plays`() throws {
    let load = try command(PlaylistLoadCommand.self, "playlist", "load", "P", "--replace", "--play")
    let jukebox = try ScriptedJukebox(
      ["file: a"], [], ["playlistlength: 0"], [], ["playlistlength: 1"], [], ["state: play"])
    #expect(try load.load(jukebox.connection) == "1 song added")
    #expect(try jukebox.asked()[1...].first == "clear")
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
    #expect(
      told("playlistentries", "party")
        == "There is no playlist party, but one that is called Party: capitals count.")
    #expect(told("presetset", "3", "LATE")?.contains("called Late") == true)
    #expect(told("rm", "Nope")?.hasPrefix("There is no playlist Nope. `jukebox playlist` shows") == true)
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
  func `what is near to none is not guessed`(line: String) {
    let message = CommandWords.unknown(line.split(separator: " ").map(String.init))
    #expect(message?.hasPrefix("There is no command '") == true && message?.contains("mean") == false)
    #expect(message?.contains("frobnicate'") == true)
  }

  @Test(arguments: ["help", "help play", "help playlist show", "help help", "help --help", "playlist help"])
  func `a help that there is goes to the parser`(line: String) {
    #expect(CommandWords.unknown(line.split(separator: " ").map(String.init)) == nil)
  }

  @Test(arguments: [("", "", 0), ("ab", "ba", 1), ("abc", "", 3), ("kitten", "sitting", 3), ("a", "b", 1)])
  func `how far words are apart is counted`(first: String, second: String, count: Int) {
    #expect(Suggestion.distance(first, second) == count && Suggestion.distance(second, first) == count)
  }
}
