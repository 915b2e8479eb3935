import ArgumentParser
import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

/// The queue and its modes, changed by numbers and words.
@Suite struct QueueTests {
  private func command<Command: ConnectedCommand>(_ type: Command.Type, _ words: String...) throws -> Command
  {
    try Command.parsed(words)
  }

  @Test(arguments: [
    "queue", "queue --json", "queue list --paths", "queue remove 3", "queue remove 1 4-6", "queue move 5 1",
    "queue move 1-3 4", "shuffle", "random", "random on", "repeat off", "single oneshot", "consume oneshot",
  ])
  func `a command is understood`(line: String) throws {
    _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "queue remove", "queue remove 0", "queue remove 5-3", "queue move 1", "queue move 1 0",
    "queue move 3-1 1",
    "mute oneshot", "random oneshot", "repeat oneshot", "single maybe",
  ])
  func `a wrong one is refused before anything is sent`(line: String) {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    (["random", "xyz"], false), (["repeat", "xyz"], false), (["mute", "xyz"], false),
    (["single", "xyz"], true), (["consume", "xyz"], true),
  ])
  func `modes offer only values that can be set`(words: [String], isOnce: Bool) throws {
    let error = try #require(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(words) }
    let command = try #require(
      JukeboxCommand.configuration.subcommands.first { $0.configuration.commandName == words[0] })
    let told = JukeboxCommand.fullMessage(for: error) + JukeboxCommand.helpMessage(for: command)
    expectEqual(told.contains("oneshot"), isOnce)
  }

  @Test func `songs are taken out from the end, all or none`() throws {
    let remove = try command(QueueRemoveCommand.self, "queue", "remove", "2", "4-6", "5")
    let jukebox = try ScriptedJukebox(["playlistlength: 6"], [], [])
    try remove.run(jukebox.connection)
    #expect(try jukebox.asked() == ["status", #"delete "3:6""#, #"delete "1:2""#])
    let short = try ScriptedJukebox(["playlistlength: 5"])
    let failure = #expect(throws: Failure.self) { try remove.run(short.connection) }
    #expect(failure?.description.hasPrefix("The queue has 5 songs, no number 6. ") == true)
    try expectEqual(short.asked(), ["status"])
    let empty = try ScriptedJukebox(["playlistlength: 0"])
    let none = #expect(throws: Failure.self) { try remove.run(empty.connection) }
    expectEqual(none?.description, QueueText.empty)
  }

  @Test func `songs are moved where there is room for them`() throws {
    let move = try command(QueueMoveCommand.self, "queue", "move", "1-3", "4")
    let jukebox = try ScriptedJukebox(["playlistlength: 6"], [])
    try move.run(jukebox.connection)
    #expect(try jukebox.asked() == ["status", #"move "0:3" "3""#])
    let short = try ScriptedJukebox(["playlistlength: 5"])
    let failure = #expect(throws: Failure.self) { try move.run(short.connection) }
    expectEqual(failure?.description, "3 songs cannot move to position 4: TO is 1 to 3.")
    try expectEqual(short.asked(), ["status"])
  }

  @Test func `a mode is set and printed`() throws {
    let jukebox = try ScriptedJukebox([], ["single: oneshot"], ["random: 1"], [], ["consume: 0"])
    try expectEqual(jukebox.connection.mode("single", OnceSwitch.oneshot), .oneshot)
    try expectEqual(jukebox.connection.mode("random", nil as Switch?), .on)
    try expectEqual(jukebox.connection.mode("consume", OnceSwitch.off), .off)
    #expect(try jukebox.asked() == [#"single "oneshot""#, "status", "status", #"consume "0""#, "status"])
  }

  @Test func `mute mutes, and off unmutes`() throws {
    let jukebox = try ScriptedJukebox(["muted: 1"], ["muted: 0"])
    try expectEqual(command(MuteCommand.self, "mute").mute(jukebox.connection), "muted")
    try expectEqual(command(MuteCommand.self, "mute", "off").mute(jukebox.connection), "not muted")
    #expect(try jukebox.asked() == ["mute", #"mute "0""#])
  }

  @Test func `an empty queue can't be shuffled`() throws {
    let jukebox = try ScriptedJukebox(["playlistlength: 0"])
    let shuffle = try command(ShuffleCommand.self, "shuffle")
    #expect(throws: Failure.self) { try shuffle.run(jukebox.connection) }
    let full = try ScriptedJukebox(["playlistlength: 2"], [])
    try shuffle.run(full.connection)
    try expectEqual(full.asked(), ["status", "shuffle"])
  }
}
