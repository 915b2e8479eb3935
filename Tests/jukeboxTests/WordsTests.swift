import ArgumentParser
import ClientSupport
import Linux
import Support
import Testing

@testable import Client
@testable import jukebox

/// What is said to those who put it nearly right, and that lists show what other commands take.
@Suite struct WordsTests {
  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(words)
  }

  /// What the parser says to these words; nil where it takes them.
  private func refusal(_ words: [String]) -> String? {
    do {
      _ = try JukeboxCommand.parseAsRoot(words)
      return nil
    } catch {
      return JukeboxCommand.exitCode(for: error).rawValue == 64 ? JukeboxCommand.message(for: error) : ""
    }
  }

  @Test(arguments: [
    (["cue", "add", "0:12", "--type", ""], "“” is not a type; expected marker, intro, verse, "),
    (
      ["cue", "edit", "2", "--type", "a b"],
      "“a b” is not a type; expected marker, intro, verse, chorus, drop, outro, loop, or a word of 1 to 32 letters a–z, digits and dashes."
    ),
    (["cue", "add", "0:10", "--end", "0:05"], "--end 0:05 is not after the start of the cue at 0:10."),
    (["cue", "edit", "1", "--time", "10", "--end", "10"], "--end 0:10 is not after "),
    (["seek", "500%"], "“500%” is not a percentage; expected 0% to 100%."),
    (["browse", "songs", "--year", "19x"], "“19x” is not a year; expected 1959, or 195 for the 1950s."),
    (["browse", "songs", "--year", ""], "“” is not a year; "),
    (["browse", "recent", "--group", "{Album}"], "--group works only with `jukebox browse songs`."),
    (
      ["browse", "artists", "--paths"],
      "--paths works only with lists of songs, such as `jukebox browse songs --paths`."
    ),
    (["browse", "songs", "--paths", "--json"], "--paths excludes --json and --group."),
    (["search", "x", "--paths", "--add"], "--paths excludes --json, --add and --play."),
    (["queue", "--paths", "--json"], "Give --json or --paths, not both."),
    (["playlist", "show", "P", "--paths", "--grouped"], "--paths excludes --json, --grouped and --by."),
    (["playlist", "remove", "P", "5-3"], "5-3: the first number is larger than the second. Use 3-5."),
    (["playlist", "rename", "P", " "], "The name of a playlist cannot consist of blanks only."),
    (["playlist", "folder", "make", " "], "The name of a playlist folder cannot consist of blanks only."),
    (["import", "a.m3u", "--name", "\u{A0}"], "The name of a playlist cannot consist of blanks only."),
    (["note", "a\u{7}b"], "A note cannot contain control characters other than line ends and tabs."),
    (["note", String(repeating: "n", count: 8193)], "The note is too long: it has 8193 bytes in 1 line; "),
    (["note", String(repeating: "\n", count: 100)], "The note is too long: it has 100 bytes in 101 lines; "),
    (["playlist", "set", "P", "--notes", String(repeating: "n", count: 4097)], "The note is too long: "),
    (
      ["playlist", "entry", "P", "1", "--notes", String(repeating: "n", count: 1025)],
      "The note is too long: "
    ),
  ])
  func `a wrong argument is refused with the right form`(words: [String], told: String) {
    #expect(refusal(words)?.hasPrefix(told) == true, "\(refusal(words) ?? "taken")")
  }

  @Test(arguments: [
    ["cue", "add", "0:12", "--type", "Drop-2"], ["browse", "songs", "--year", "1959-03-02"],
    ["browse", "ranking", "--paths"], ["playlist", "show", "P", "--search", "x", "--paths"],
    ["note", "a\tb\nc"], ["playlist", "set", "P", "--notes", "a\tb"], ["seek", "100%"],
    ["note", String(repeating: "n", count: 8192)], ["playlist", "add", " ", "Miles"],
  ])
  func `right arguments are accepted`(words: [String]) { #expect(refusal(words) == nil) }

  @Test(arguments: [
    (
      ["next"], "not-playing",
      "Nothing is playing. `jukebox play` starts, `jukebox play 3` starts song 3 of the queue."
    ),
    (
      ["previous"], "not-playing",
      "Nothing is playing. `jukebox play` starts, `jukebox play 3` starts song 3 of the queue."
    ),
    (
      ["seekcur", "3"], "not-playing",
      "Nothing is playing. `jukebox play` starts, `jukebox play 3` starts song 3 of the queue."
    ),
    (
      ["cueedit", "", "2", "end", "1"], "ends-before-start",
      "The end of a cue must be after its start. `jukebox cue` shows both."
    ),
    (
      ["playlistfolder", "remove", "x"], #"no-such-playlist-folder "x""#, "There is no playlist folder x."
    ),
    (
      ["rate", "Mile", "3"], #"no-such-song "Mile""#,
      "There is no song Mile. `jukebox search --paths WORDS` prints paths of songs."
    ),
    (["add", "Mile"], "no-such-path", "There is no song or folder Mile. `jukebox browse folders` lists"),
  ])
  func `refusals are explained with a remedy`(words: [String], key: String, told: String) {
    let text = RefusalText.text(CommandRefusal(key, to: words))
    #expect(text?.hasPrefix(told) == true, "\(text ?? "nothing")")
  }

  @Test(
    arguments: [
      (
        ["--start", "0:20"], "--start must be before the end (0:10); --end none plays to the end of the song."
      ),
      (
        ["--end", "0:04"],
        "--end must be after the start (0:05); --start none plays from the start of the song."
      ),
      (["--start", "0:20", "--end", "none"], nil), (["--start", "none", "--end", "0:04"], nil),
      (["--start", "0:09"], nil),
    ] as [([String], String?)])
  func `a part of a song keeps its other end`(options: [String], told: String?) throws {
    let words = ["playlist", "entry", "P", "3"] + options
    let command = try PlaylistEntryCommand.parsed(words)
    let entry = try #require(PlaylistEntry(Answer("file: a", "Pos: 2", "Range: 5.000-10.000")))
    guard let told else { return try command.require(partOf: entry) }
    let failure = #expect(throws: Failure.self) { try command.require(partOf: entry) }
    #expect(failure?.description.hasPrefix(told) == true)
  }

  @Test func `streams of other schemes are reported as not played`() throws {
    let radio = try #require(
      Imported(Answer("playlist: P", "entries: 2", "matched: 1", "unmatched: rtsp://radio/x")))
    #expect(
      ImportText.lines(radio).last?.hasPrefix(
        "  Of streams, only those of http:// and https:// can be played.") == true)
    let file = try #require(
      Imported(Answer("playlist: P", "entries: 2", "matched: 1", "unmatched: a/b.mp3")))
    #expect(!ImportText.lines(file).contains { $0.contains("Streams") })
  }

  @Test func `a folder of the configuration cannot be unmounted`() {
    let volumes = Volume.all(
      Answer("volume: music", "path: /srv/music", "kind: folder", "volume: STICK", "kind: stick"))
    let failure = VolumesCommand.refusal(of: "music", among: volumes)
    #expect(
      failure?.description.hasPrefix(
        "music is a folder of the configuration (/srv/music). Only sticks can be unmounted.") == true)
    #expect(VolumesCommand.refusal(of: "STICK", among: volumes) == nil)
    #expect(VolumesCommand.refusal(of: "other", among: volumes) == nil)
  }

  @Test func `a playlist that has the name already is not renamed`() throws {
    let same = try command(PlaylistRenameCommand.self, "playlist", "rename", "Tmp", "Tmp")
    let jukebox = try ScriptedJukebox(
      ["songs: 1"], ["ACK [50@0] {playlistlength} [no-such-playlist] No such playlist"], [])
    try same.rename(jukebox.connection)
    #expect(try jukebox.asked() == [#"playlistlength "Tmp""#])
    #expect(throws: Failure.self) { try same.rename(jukebox.connection) }
  }

  @Test(arguments: [(["--append"], "append"), (["--replace"], "replace")])
  func `a playlist that is not there is made, whatever would be done with it`(
    options: [String], mode: String
  ) throws {
    let words = ["playlist", "save", "New"] + options
    let save = try PlaylistSaveCommand.parsed(words)
    let new = try ScriptedJukebox(["playlistlength: 2"], ["playlist: Old"], [], ["songs: 2"])
    try expectEqual(save.save(new.connection), "New now has 2 songs")
    #expect(try new.asked()[2] == #"save "New" "create""#)
    let old = try ScriptedJukebox(["playlistlength: 2"], ["playlist: New"], [], ["songs: 2"])
    _ = try save.save(old.connection)
    try expectEqual(old.asked()[2], "save \"New\" \"\(mode)\"")
  }

  @Test func `the queue prints parts and gains as JSON`() throws {
    let entries = QueueEntry.all(
      Answer(
        "file: a", "duration: 5", "Range: 1.500-6.500", "Gain: -2", "Pos: 0", "Id: 1", "file: b", "Pos: 1",
        "Id: 2"))
    #expect(
      try JSON.line(entries)
        == #"[{"duration":5,"end":6.5,"gain":-2,"id":1,"position":0,"start":1.5,"uri":"a"},{"id":2,"position":1,"uri":"b"}]"#
    )
  }

  @Test func `results of slots and presets are printed as JSON`() throws {
    let done = MixCommand.Done(1, Answer("playlist: Mix 1", "file: a", "done: added"))
    #expect(try JSON.line(done) == #"{"done":"added","playlist":"Mix 1","slot":1,"uri":"a"}"#)
    let bound = PresetCommand.Preset(number: 3, playlist: "P", present: false)
    #expect(
      try JSON.line(PresetCommand.report(3, bound, folder: nil))
        == #"{"number":3,"playlist":"P","present":false}"#)
    #expect(
      try JSON.line(PresetCommand.report(3, nil, folder: "Miles")) == #"{"folder":"Miles","number":3}"#)
    #expect(try JSON.line(PresetCommand.report(3, nil, folder: nil)) == #"{"number":3}"#)
  }

  @Test func `the rule of the lovely songs is in the help`() {
    let help = StatsCommand.configuration.discussion
    for word in ["LOVELY SONGS", "50 or more", "3 plays", "dislike", "sticker `like`"] {
      #expect(help.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("next", "next"), ("--host h next", "next --host h"), ("--socket=/s seek -5", "seek --socket=/s -5"),
    ("--host h --json", "--host h --json"), ("--host h", "--host h"), ("--host", "--host"), ("", ""),
    ("add --host h x", "add --host h x"), ("--host h station add A b", "station add --host h A b"),
  ])
  func `options for the jukebox may stand before the command`(given: String, ordered: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    expectEqual(CommandWords.ordered(words(given)), words(ordered))
  }
}
