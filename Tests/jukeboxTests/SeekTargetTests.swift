import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite struct SeekTargetTests {
  @Test(arguments: [
    ("90", SeekTarget.absolute(90)), ("1:30", .absolute(90)), ("1:02:03.5", .absolute(3723.5)),
    ("0", .absolute(0)),
    ("+10", .relative(10)), ("-1:00", .relative(-60)), ("50%", .share(0.5)), ("0%", .share(0)),
  ])
  func `a time is read as a person writes it`(text: String, target: SeekTarget) {
    expectEqual(SeekTarget(text), target)
  }

  @Test(arguments: ["", "x", "1:60", "1:2:3:4", "101%", "%", "+-1", "1e3", "inf", ":", "-"])
  func `anything else is refused`(text: String) {
    #expect(SeekTarget(text) == nil)
  }

  @Test(arguments: [
    ("40", VolumeChange.absolute(40)), ("=40", .absolute(40)), ("+5", .relative(5)), ("-5", .relative(-5)),
    ("0", .absolute(0)),
  ])
  func `a volume is read with or without a sign`(text: String, change: VolumeChange) {
    expectEqual(VolumeChange(text), change)
  }

  @Test(arguments: ["101", "-101", "loud", "", "1.5"])
  func `a volume beyond the range is refused`(text: String) {
    #expect(VolumeChange(text) == nil)
  }

  @Test(arguments: [
    (SeekTarget.absolute(299), "299.0"), (.relative(+30), "+30.0"), (.relative(-200), "-200.0"),
    (.relative(+999), "300.0"), (.share(0.5), "150.0"),
  ])
  func `a step goes to the end at most`(target: SeekTarget, sent: String) throws {
    let status = ["state: play", "elapsed: 100.0", "duration: 300.0"]
    let song = ["file: a.mp3", "duration: 300.0"]
    let jukebox =
      sent == "300.0"
      ? try ScriptedJukebox(status, song, ["total: 1"] + song, []) : try ScriptedJukebox(status, song, [])
    try SeekCommand.seek(to: target, jukebox.connection)
    try expectEqual(jukebox.asked().last, "seekcur \"\(sent)\"")
  }

  @Test func `a time that the song has not is refused, but where its length is only reckoned`() throws {
    let status = ["state: pause", "elapsed: 100.0", "duration: 300.0"]
    // Of all commands, MPD's tell the length alone.
    let song = ["file: a.mp3", "duration: 300.0"]
    let jukebox = try ScriptedJukebox(status, song, ["total: 1"] + song)
    let failure = #expect(throws: Failure.self) {
      try SeekCommand.seek(to: .absolute(360), jukebox.connection)
    }
    expectEqual(failure?.description, "The song is 5:00 long: there is no position 6:00.")
    let question = #"browse "songs" "(file == \"a.mp3\")" "window" "0:1""#
    try expectEqual(jukebox.asked().last, question)
    let reckoned = try ScriptedJukebox(status, song, ["total: 1"] + song + ["durationEstimated: 1"], [])
    try SeekCommand.seek(to: .absolute(360), reckoned.connection)
    #expect(try reckoned.asked().last == #"seekcur "360.0""#)
  }
}
