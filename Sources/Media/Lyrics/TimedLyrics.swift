import Model

/// The frame `SYLT` of ID3v2: texts, each with its time. They are lines, or parts of lines of which some begin or end
/// with a line feed.
enum TimedLyrics {
  /// Texts that are read.
  private static let partLimit = 16_384
  /// The kinds of content that are sung: other, lyrics, transcription.
  private static let kinds: ClosedRange<UInt8> = 0...2
  private static let milliseconds: UInt8 = 2

  private typealias Part = (text: String, time: Duration?)

  static func lines(_ bytes: ArraySlice<UInt8>) -> [LyricsLine] {
    guard let encoding = bytes.first.flatMap({ TagText.Encoding(id3: $0) }) else { return [] }
    let head = Array(bytes.dropFirst().prefix(5))
    guard head.count == 5, kinds.contains(head[4]) else { return [] }
    var rest = bytes.dropFirst(6)
    var mark: [UInt8] = []
    guard text(&rest, encoding, &mark) != nil else { return [] }
    var parts: [Part] = []
    while parts.count < partLimit, let text = text(&rest, encoding, &mark), rest.count >= 4 {
      let number = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      // Times may also be counted in frames of MPEG sound: such lyrics have lines without times here.
      parts.append((text, head[3] == milliseconds ? .milliseconds(number) : nil))
    }
    return parts.contains { $0.text.contains { $0.isNewline } } ? joined(parts) : whole(parts)
  }

  /// The text up to its end, and moves `rest` after it; nil where it has no end.
  /// - Parameter mark: the byte order mark of the first text that has one, for those that have none.
  private static func text(
    _ rest: inout ArraySlice<UInt8>, _ encoding: TagText.Encoding, _ mark: inout [UInt8]
  ) -> String? {
    guard let end = encoding.end(in: rest) else { return nil }
    var bytes = rest[rest.startIndex..<end]
    rest = rest[(end + encoding.unitBytes)...]
    if encoding == .utf16 {
      if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        mark = Array(bytes.prefix(2))
      } else {
        bytes = mark[...] + bytes
      }
    }
    return TagText.texts(bytes, encoding).first ?? ""
  }

  private static func whole(_ parts: [Part]) -> [LyricsLine] {
    parts.prefix(LyricsLine.countLimit).map { LyricsLine(time: $0.time, cleaned($0.text)) }
  }

  private static func joined(_ parts: [Part]) -> [LyricsLine] {
    var lines: [LyricsLine] = []
    var current = LyricsLine("")
    func endLine() {
      if !current.text.isEmpty { lines.append(LyricsLine(time: current.time, cleaned(current.text))) }
      current = LyricsLine("")
    }
    for part in parts where lines.count < LyricsLine.countLimit {
      let pieces = part.text.split(omittingEmptySubsequences: false) { $0.isNewline }
      for (number, piece) in pieces.enumerated() {
        if number > 0 { endLine() }
        guard !piece.isEmpty else { continue }
        if current.text.isEmpty { current.time = part.time }
        if current.text.utf8.count < LyricsLine.textLimit { current.text += piece }
      }
    }
    endLine()
    return Array(lines.prefix(LyricsLine.countLimit))
  }

  private static func cleaned(_ text: String) -> String {
    TagText.cleaned(text, limit: LyricsLine.textLimit) ?? ""
  }
}
