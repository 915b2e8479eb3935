import Support
import Testing

@testable import Model

/// What the analyser writes of live sound.
@Suite struct LiveReportTests {
  @Test(arguments: [
    LiveReport.chord(Chord(root: 9, quality: .minorSeventh, bass: 3), confidence: 0.75, at: 12.5),
    .chord(nil, confidence: 1, at: 0), .tone(LiveTone(hertz: 440.25, clarity: 0.5, level: -31.5), at: 1e6),
    .tone(nil, at: 0.125),
  ]) func `a written line reads back`(_ report: LiveReport) {
    expectEqual(LiveReport(report.line.utf8.dropLast()), report)
    #expect(report.line.utf8.count <= LiveReport.mostBytes && report.line.hasSuffix("\n"))
  }

  @Test func `every quality is written and read`() {
    for quality in ChordQuality.allCases {
      let report = LiveReport.chord(Chord(root: 11, quality: quality), confidence: 0, at: 3)
      expectEqual(LiveReport(report.line.utf8.dropLast()), report)
    }
  }

  @Test(arguments: [
    "", "chord", "chord 1 12 maj 0 0.5", "chord 1 0 major 0 0.5", "chord 1 0 maj 12 0.5", "chord 1 0 maj 0 2",
    "chord -1 none 1", "chord nan none 1", "tone 1", "tone 1 0 1 -3", "tone 1 inf 1 -3", "tone 1 440 1",
    "song 1 none",
  ]) func `anything else is no report`(_ line: String) { #expect(LiveReport(Array(line.utf8)) == nil) }
}
