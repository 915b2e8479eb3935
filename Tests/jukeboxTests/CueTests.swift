import ArgumentParser
import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct CueTests {
  private var cues: [Cue] {
    Cue.all(
      Answer(
        "cue: 2", "time: 1.000", "end: 9.500", "type: loop", "name: Da: da", "colour: 0000FF", "cue: 10",
        "time: 72.345", "type: drop"))
  }

  @Test func `cues are printed in columns and as JSON`() throws {
    expectEqual(CueText.lines(cues), [" 2   0:01–0:09.5  loop  Da: da  #0000FF", " 10  1:12.345     drop"])
    #expect(CueText.lines(cues, elapsed: 80)[1].hasPrefix(">10"))
    expectEqual(CueText.line(cues[1]), "cue 10  1:12.345  drop")
    #expect(
      try JSON.line(cues)
        == ##"[{"colour":"0000FF","end":9.5,"name":"Da: da","number":2,"time":1,"type":"loop"},{"number":10,"time":72.345,"type":"drop"}]"##
    )
    expectEqual(CueLoopCommand.text(Answer("start: 1.000", "end: 72.000")), "looping 0:01–1:12")
    expectEqual(CueLoopCommand.text(Answer()), "no loop")
    for (seconds, text) in [(0.0, "0:00"), (1.05, "0:01.05"), (59.9996, "1:00"), (3600.001, "1:00:00.001")] {
      expectEqual(CueText.time(seconds), text)
    }
  }

  @Test(arguments: [
    "cue", "cue --json", "cue list a/b.flac", "cue list --song a/b.flac", "cue --song a/b.flac",
    "cue edit 2 --colour none", "cue add 1:30 --colour none", "cue add", "cue add 1:30",
    "cue add 90.5 --end 1:45 --name x",
    "cue add 1:30 --type chorus --colour green --song a/b", "cue edit 2 --name x", "cue edit 2 --no-end",
    "cue edit 2 --time 1:00 --end 2:00 --colour #ff8000", "cue remove 1 2", "cue play 2 --song a/b",
    "cue loop 3", "cue loop 1 2", "cue loop --from 1:00 --to 1:10", "cue loop --off", "cue loop",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "cue add +5", "cue add --song a/b", "cue add 1:30 --colour reddish", "cue edit 2",
    "cue edit 0 --name x", "cue edit 2 --no-end --end 1:00", "cue remove", "cue remove 0", "cue play",
    "cue list a --song b", "cue loop 1 2 3", "cue loop --from 1:00", "cue loop 1 --off",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }

  @Test func `a time after the song's known end is refused`() {
    expectEqual(
      Connection.refusal(of: 99, inSongOf: 61.5), "The song is 1:01 long: there is no position 1:39.")
    #expect(Connection.refusal(of: 61.5, inSongOf: 61.5) != nil)
    #expect(
      Connection.refusal(of: 61.4, inSongOf: 61.5) == nil && Connection.refusal(of: 5, inSongOf: 0) == nil)
  }

  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(words)
  }

  @Test func `a loop or section after the end of its song is refused`() throws {
    let song = ["file: a.mp3", "duration: 300.000"]
    let loop = try command(CueLoopCommand.self, "cue", "loop", "--from", "2:00", "--to", "99:00")
    let jukebox = try ScriptedJukebox(["file: a.mp3"], song, ["file: a.mp3"], song, song)
    let refused = #expect(throws: Failure.self) {
      try CueLoopCommand.loop(#require(loop.from), #require(loop.to), jukebox.connection)
    }
    expectEqual(refused?.description, "The song is 5:00 long: a part cannot end at 1:39:00.")
    #expect(try jukebox.asked().contains { $0.hasPrefix("loop") } == false)
    let add = try command(CueAddCommand.self, "cue", "add", "1:30", "--end", "9:00", "--song", "a.mp3")
    let other = try ScriptedJukebox(song, song)
    let failure = #expect(throws: Failure.self) {
      try add.values.requireEnd(within: "a.mp3", other.connection)
    }
    expectEqual(failure?.description, "The song is 5:00 long: a part cannot end at 9:00.")
    // One that was reckoned may be too short.
    let reckoned = try ScriptedJukebox(song, song + ["durationEstimated: 1"])
    #expect(throws: Never.self) { try add.values.requireEnd(within: "a.mp3", reckoned.connection) }
  }

  @Test func `the word none removes the colour`() throws {
    let edit = try command(CueEditCommand.self, "cue", "edit", "2", "--colour", "none")
    expectEqual(edit.values.words, ["colour", ""])
    try expectEqual(command(CueListCommand.self, "cue", "list", "--song", "a/b").song, "a/b")
    #expect(throws: Never.self) { try JukeboxCommand.parseAsRoot(["colour", "none", "a.mp3"]) }
  }

  @Test func `options for the jukebox may precede the command`() {
    let words = "--host kitchen cue add 1:30".split(separator: " ").map(String.init)
    expectEqual(CommandWords.ordered(words), ["cue", "add", "--host", "kitchen", "1:30"])
    #expect(CommandWords.unknown(["cue", "frobnicate"])?.contains("`jukebox cue --help`") == true)
  }
}
