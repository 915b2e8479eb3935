import ArgumentParser
import Support
import Testing

@testable import Client
@testable import jukebox

/// The commands that shape the sound, as a person writes them.
@Suite struct SoundCommandTests {
  private func parses(_ line: String) -> Bool {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    return (try? JukeboxCommand.parseAsRoot(words)) != nil
  }

  @Test(arguments: [
    "eq", "eq +3 0 -2", "eq -12 0 12", "eq off", "eq -- -3 0 0", "channels", "channels swapped", "balance",
    "balance -20", "balance 100", "speed", "speed 1.25", "speed +0.1", "speed -0.1", "volume =20", "sleep",
    "sleep 30", "sleep album", "sleep off",
    "random albums", "random off", "crossfade", "crossfade 5", "crossfade off", "mixramp", "mixramp off",
    "mixramp 2.5 --db -17", "mixramp 2 --db=-17", "replaygain", "replaygain auto", "output", "output off",
    "output on",
  ])
  func `these are understood`(line: String) { #expect(parses(line), "\(line)") }

  @Test(arguments: [
    "eq 3", "eq 13 0 0", "eq loud", "channels both", "balance 101", "balance left", "speed 3", "speed fast",
    "speed +3", "speed 0.1", "volume =+20", "volume =101", "volume =",
    "sleep 0", "sleep 1441", "sleep soon", "random maybe", "crossfade 601", "crossfade long",
    "crossfade -5", "mixramp 0", "mixramp soon", "mixramp 2 --db 3", "replaygain loud", "output maybe",
  ])
  func `these are refused before anybody is asked`(line: String) { #expect(!parses(line), "\(line)") }

  @Test func `the sleep timer is printed in words`() {
    expectEqual(SleepText.left(seconds: 42), "42 s")
    expectEqual(SleepText.left(seconds: 1750), "29 min 10 s")
    expectEqual(SleepText.left(seconds: 7260), "2 h 1 min")
    expectEqual(SleepText.line(seconds: 42, after: nil), "pauses in 42 s")
    expectEqual(SleepText.line(seconds: 42, after: "track"), "pauses after this song in 42 s")
    expectEqual(SleepText.line(seconds: 0, after: "album"), "pauses after this album")
    #expect(SleepText.line(seconds: nil, after: nil) == nil)
  }

  @Test func `the status shows that the output is off`() {
    let off = status("volume: 40", "output: off")
    expectEqual(
      StatusText.lines(off).last, "the output is off: nothing sounds (`jukebox output on` switches it on)")
    #expect(StatusText.line(off, columns: 80).hasSuffix("output off"))
  }

  private func status(_ lines: String...) -> Status {
    Status(status: Answer(lines: ["state: stop", "playlistlength: 0"] + lines), song: Answer())
  }

  @Test func `the status shows limits, loop and announcement`() {
    let limited = status(
      "volume: 40", "ceiling: 60", "floor: 10", "night: 1", "loopstart: 90.500", "loopend: 105",
      "announcement: Sounds/bell.wav")
    expectEqual(
      StatusText.lines(limited).suffix(2),
      [
        "volume 40 (at least 10, at most 60, night), loop 1:30 to 1:45", "announcement: Sounds/bell.wav",
      ])
    expectEqual(StatusText.lines(status("volume: 40")).last, "volume 40")
  }

  @Test func `the status shows an alarm that rings or waits`() {
    expectEqual(
      StatusText.lines(status("ringing: 1")).last,
      "the alarm rings (`jukebox alarm snooze`, `jukebox alarm stop`)")
    expectEqual(
      StatusText.lines(status("snoozed: 539")).last,
      "the alarm rings again in 8 min 59 s (`jukebox alarm stop` ends it)")
  }

  @Test func `a volume that a limit changed names the limit`() {
    let limited = status("volume: 60", "ceiling: 60")
    expectEqual(
      StatusText.whyClamped(100, limited),
      "The volume is at most 60 ([player] max-volume in the configuration).")
    #expect(StatusText.whyClamped(60, limited) == nil)
    expectEqual(
      StatusText.whyClamped(100, status("volume: 30", "ceiling: 30", "night: 1")),
      "The volume is at most 30 at night ([player] night-volume or max-volume in the configuration).")
    expectEqual(
      StatusText.whyClamped(0, status("volume: 10", "floor: 10")),
      "The volume is at least 10 ([player] min-volume in the configuration).")
  }

  @Test func `ordering a playlist prints what was done`() {
    expectEqual(
      PlaylistOrderCommand.done("P", "flow", ordered: 3, of: 3), "P: 3 songs ordered by tempo and key")
    expectEqual(
      PlaylistOrderCommand.done("P", "flow", ordered: 1, of: 3),
      "P: 1 song ordered by tempo and key, 2 at the end without a known tempo or key (`jukebox analyze`)")
    expectEqual(
      PlaylistOrderCommand.done("P", "undo", ordered: nil, of: nil),
      "P has the order again that it had before")
  }

  @Test func `a mistyped playlist to render is refused with the names of playlists`() {
    let end = " `jukebox search --paths WORDS` shows the paths of songs."
    expectEqual(
      RefusalText.noMix("Prty", ["Party", "Miles"]),
      "There is no playlist or song Prty. Did you mean Party?" + end)
    expectEqual(
      RefusalText.noMix("Zzz", ["Party", "Miles"]),
      "There is no playlist or song Zzz. Playlists: Party, Miles." + end)
    expectEqual(RefusalText.noMix("Zzz", []), "There is no playlist or song Zzz." + end)
    #expect(RefusalText.noMix("party", ["Party"]).hasPrefix("There is no playlist party"))
  }
}
