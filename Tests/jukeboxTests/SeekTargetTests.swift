import Testing

@testable import jukebox

@Suite struct SeekTargetTests {
  @Test(arguments: [
    ("90", SeekTarget.absolute(90)), ("1:30", .absolute(90)), ("1:02:03.5", .absolute(3723.5)),
    ("0", .absolute(0)),
    ("+10", .relative(10)), ("-1:00", .relative(-60)), ("50%", .share(0.5)), ("0%", .share(0)),
  ])
  func `a time is read as a person writes it`(text: String, target: SeekTarget) {
    #expect(SeekTarget(text) == target)
  }

  @Test(arguments: ["", "x", "1:60", "1:2:3:4", "101%", "%", "+-1", "1e3", "inf", ":", "-"])
  func `anything else is refused`(text: String) {
    #expect(SeekTarget(text) == nil)
  }

  @Test(arguments: [
    ("40", VolumeChange.absolute(40)), ("+5", .relative(5)), ("-5", .relative(-5)), ("0", .absolute(0)),
  ])
  func `a volume is read with or without a sign`(text: String, change: VolumeChange) {
    #expect(VolumeChange(text) == change)
  }

  @Test(arguments: ["101", "-101", "loud", "", "1.5"])
  func `a volume beyond the range is refused`(text: String) {
    #expect(VolumeChange(text) == nil)
  }
}
