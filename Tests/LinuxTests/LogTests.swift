import Support
import Testing

@testable import Linux

@Suite("The log")
struct LogTests {
  private func line(_ message: String, journal: Bool = true) -> String {
    String(decoding: Log.line(.warning, message, journal: journal), as: UTF8.self)
  }

  @Test func `a line carries its priority for the journal and the program's name for people`() {
    expectEqual(line("/media/A is full"), "<4>/media/A is full\n")
    let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
    expectEqual(line("/media/A is full", journal: false), "\(program): /media/A is full\n")
  }

  @Test func `a line has no name and password of a URL`() {
    Log.error("not found: http://user:secret@host/live")
    let texts = Log.recent.map(\.text)
    #expect(texts.contains("not found: http://host/live") && !texts.contains { $0.contains("secret") })
  }

  @Test func `the last lines are kept in bounded memory`() {
    var lines = RecentLines()
    for number in 1...500 { lines.append(Log.Line(level: .info, time: 0, text: "\(number)")) }
    #expect(lines.lines.map(\.text) == (301...500).map { "\($0)" })
    let long = String(repeating: "x", count: Log.longestMessage)
    for _ in 1...100 { lines.append(Log.Line(level: .info, time: 0, text: long)) }
    expectEqual(lines.lines.count, RecentLines.mostBytes / Log.longestMessage)
  }

  @Test func `a name with line ends forges no line`() {
    #expect(line("a\n<0>b\r\u{1B}[2Jc\u{7F}\td") == "<4>a <0>b  [2Jc  d\n")
  }

  @Test(arguments: ["x", "ü", "🎵", "a🎵"])
  func `a long message is cut between characters`(text: String) {
    let line = Log.line(.error, String(repeating: text, count: 3000), journal: true)
    #expect(line.count <= Log.longestMessage + 4)
    #expect(line.count > Log.longestMessage - 4)
    #expect(String(validating: line, as: UTF8.self) != nil)
    expectEqual(line.last, 10)
  }

  @Test func `a message of the longest length is whole`() {
    let message = String(repeating: "ü", count: Log.longestMessage / 2)
    expectEqual(line(message), "<4>\(message)\n")
  }
}
