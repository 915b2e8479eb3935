import Support
import Testing

@testable import Linux

@Suite("Repeated lines")
struct RepeatedLinesTests {
  private var lines = RepeatedLines()
  private let start = Instant.now()

  @Test mutating func `a line is written once a minute, with how often it was left out`() {
    expectEqual(lines.count(of: "full", at: start), 0)
    for second in 1..<60 { #expect(lines.count(of: "full", at: start + .seconds(second)) == nil) }
    expectEqual(lines.count(of: "full", at: start + .seconds(60)), 59)
    #expect(lines.count(of: "full", at: start + .seconds(61)) == nil)
    expectEqual(lines.count(of: "full", at: start + .seconds(121)), 1)
    expectEqual(lines.count(of: "full", at: start + .seconds(200)), 0)
  }

  @Test mutating func `lines are distinguished, and their number in a minute is bounded`() {
    var written = 0
    for number in 0..<1000 where lines.count(of: "skipped \(number)", at: start) != nil { written += 1 }
    expectEqual(written, RepeatedLines.most + 1)
    expectEqual(lines.count(of: "skipped 5", at: start + .seconds(60)), 0)
    expectEqual(lines.count(of: "skipped 900", at: start + .seconds(60)), 0)
  }
}
