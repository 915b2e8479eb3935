/// The last lines of a log, in bounded memory.
struct RecentLines {
  static let most = 200
  static let mostBytes = 64 << 10

  private(set) var lines: [Log.Line] = []
  private var bytes = 0

  /// Keeps a line in place of the oldest ones.
  mutating func append(_ line: Log.Line) {
    lines.append(line)
    bytes += line.text.utf8.count
    var surplus = max(0, lines.count - Self.most)
    bytes -= lines[..<surplus].reduce(0) { $0 + $1.text.utf8.count }
    while bytes > Self.mostBytes {
      bytes -= lines[surplus].text.utf8.count
      surplus += 1
    }
    lines.removeFirst(surplus)
  }
}
