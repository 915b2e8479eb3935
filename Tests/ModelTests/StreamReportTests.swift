import Testing

@testable import Model

@Suite struct StreamReportTests {
  @Test(arguments: [
    StreamReport.type("audio/mpeg"), .partsRefused, .gap(""), .gap("a segment is missing"),
    .name([0xE4, 0x20, 0x41]), .title(Array("A - B".utf8), at: 12),
    .title([], at: 0),
    .bitrate(128), .lists(1), .lists(StreamReport.mostLists), .length(5), .ended(.complete),
    .ended(.cut("no data")), .ended(.refused("not found")),
  ])
  func aLineIsReadAsItWasWritten(_ report: StreamReport) {
    #expect(report.line.last == 0x0A && StreamReport(report.line.dropLast()) == report)
  }

  @Test(arguments: [
    "", "title", "title x y", "title -1 y", "bitrate 0", "bitrate x", "lists 0", "lists 9", "other", "TYPE a",
  ])
  func otherLinesAreNone(_ line: String) { #expect(StreamReport(line.utf8) == nil) }

  @Test func aLineIsOneLineOfBoundedSize() {
    let line = StreamReport.title([UInt8](repeating: 0x0A, count: 100_000), at: .max).line
    #expect(line.count < StreamReport.mostBytes && line.filter { $0 == 0x0A }.count == 1)
  }
}
