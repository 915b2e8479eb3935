import Client
import Support
import Testing
import Theory

@testable import jukebox

/// The tuner's line.
@Suite struct TunerTextTests {
  @Test func `the needle is where the tone is`() {
    func line(_ hertz: Double?, _ kind: TunerKind = .chromatic) -> String {
      TunerText.line(hertz, kind, a: 440, columns: 79, hasColours: false)
    }
    #expect(line(nil).contains("play a note"))
    let right = line(440)
    #expect(right.hasPrefix("A4 ") && right.contains("+0.0 cents") && right.contains("440.0 Hz"))
    #expect(right.contains("·●·") && !right.contains("|"))
    for (hertz, sign) in [(435.0, "-19.8"), (445.0, "+19.6")] {
      let line = line(hertz)
      let parts = line.split(separator: "|")
      #expect(line.contains(sign) && parts.count == 2)
      #expect(parts[hertz < 440 ? 0 : 1].contains("▲"))
    }
    let string = line(80, .guitar)
    #expect(string.hasPrefix("E2   (string 6)") && string.hasSuffix("too low"))
    #expect(line(200, .guitar).hasSuffix("too high") && line(82.41, .guitar).hasSuffix("in tune"))
    expectEqual(TunerText.plain(441, .chromatic, a: 440), "A4 +3.9 441.0")
    expectEqual(TunerText.plain(439.999, .chromatic, a: 440), "A4 +0.0 440.0")
  }

  @Test func `the tuner fits into any terminal`() {
    for columns in 1...120 {
      for hertz in [nil, 31, 440, 4186.0] {
        let line = TunerText.line(hertz, .guitar, a: 440, columns: columns, hasColours: false)
        #expect(line.count <= columns)
      }
    }
  }

  @Test func `the state of listening is read from the answer`() {
    let status = ListenStatus(
      Answer(
        "state: on", "time: 2.5", "chord: Am7", "since: 1.25", "confidence: 0.9", "frequency: 441.000",
        "note: A4", "cents: 3.93"))
    #expect(status.state == "on" && status.chord == "Am7" && status.since == 1.25)
    #expect(status.frequency == 441 && status.cents == 3.93 && status.message == nil)
    #expect(ListenStatus(Answer("frequency: -3")).frequency == nil)
  }
}
