/// Lines of a log that may come again at once: which of them are written, and how many were not.
struct RepeatedLines {
  static let interval = Duration.seconds(60)
  /// Counts each of this number of lines separately within an interval; further ones count as one. A scan may warn
  /// about some twenty files, and other messages must not be lost among them.
  static let most = 200

  private struct Line {
    var writtenAt: Instant
    var unwritten = 0
  }

  private var lines: [String: Line] = [:]

  /// - Returns: nil where the line is not to be written now, else how often it was not since the last time.
  mutating func count(of text: String, at now: Instant) -> Int? {
    if lines[text] == nil, lines.count >= Self.most {
      lines = lines.filter { now - $0.value.writtenAt < Self.interval }
    }
    let key = lines[text] != nil || lines.count < Self.most ? text : "others"
    guard let line = lines[key], now - line.writtenAt < Self.interval else {
      defer { lines[key] = Line(writtenAt: now) }
      return lines[key]?.unwritten ?? 0
    }
    lines[key]?.unwritten += 1
    return nil
  }
}
