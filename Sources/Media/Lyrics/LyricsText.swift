import Model

/// Lyrics as a text. In the form LRC a line begins with its times, `[mm:ss.xx]`, and the text may have words in brackets
/// that describe it, of which `[offset:±ms]` moves all times. Other text has lines without times.
struct LyricsText {
  /// Bytes of a text that are read.
  static let byteLimit = 128 * 1024
  /// Bytes within a pair of brackets.
  private static let bracketLimit = 256
  private static let digitLimit = 6
  /// Limit of `offset` in either direction.
  private static let offsetLimit = 3_600_000

  private var lines: [LyricsLine] = []
  private var offset = 0
  /// The time of the last line that has one.
  private var last: Duration?

  /// Words in brackets that describe the lyrics and are not sung.
  private static let descriptions: Set<String> = [
    "al", "ar", "au", "by", "encoding", "id", "la", "length", "lr", "offset", "re", "ti", "tool", "ve",
  ]

  /// The lines of a text; none where it is blank.
  static func lines(of text: String) -> [LyricsLine] {
    var reader = LyricsText()
    let bytes = Array(text.utf8.prefix(byteLimit))
    var at = 0
    while at < bytes.count, reader.lines.count < LyricsLine.countLimit {
      let end = bytes[at...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      reader.add(bytes[at..<end])
      // A carriage return and a line feed end one line.
      at = end + (end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? 2 : 1)
    }
    return reader.finished()
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    var rest = line
    var times: [Duration] = []
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while let (inside, after) = Self.bracket(rest, UInt8(ascii: "["), UInt8(ascii: "]")) {
      if let time = Self.time(inside) {
        times.append(time)
      } else if times.isEmpty, describes(inside) {
        return
      } else {
        break
      }
      rest = after
    }
    let text = Self.cleaned(rest)
    if let time = times.first {
      last = time
      lines += times.prefix(LyricsLine.countLimit - lines.count).map { LyricsLine(time: $0, text) }
    } else if last == nil || !text.isEmpty {
      // A line between others that have times belongs to the one before it: a translation, as an example.
      lines.append(LyricsLine(time: last, text))
    }
  }

  /// Whether a bracket describes the lyrics.
  private mutating func describes(_ inside: ArraySlice<UInt8>) -> Bool {
    guard let colon = inside.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = String(decoding: inside[..<colon], as: UTF8.self).lowercased()
    guard Self.descriptions.contains(name) || name == "#" else { return false }
    let value = String(decoding: inside[(colon + 1)...].filter { $0 != 0x20 }, as: UTF8.self)
    if name == "offset", let wanted = Int(value) {
      offset = max(-Self.offsetLimit, min(wanted, Self.offsetLimit))
    }
    return true
  }

  private func finished() -> [LyricsLine] {
    if last == nil {
      let blankEnd = lines.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
      return Array(lines[..<blankEnd].drop { $0.text.isEmpty })
    }
    guard lines.contains(where: { !$0.text.isEmpty }) else { return [] }
    let shifted = lines.enumerated().filter { $0.element.time != nil || !$0.element.text.isEmpty }
      .map { place, line in
        // A positive offset shows the lines sooner.
        let time = (line.time ?? .zero) - .milliseconds(offset)
        return (place, LyricsLine(time: max(.zero, time), line.text))
      }
    return shifted.sorted { a, b in
      (a.1.time ?? .zero, a.0) < (b.1.time ?? .zero, b.0)
    }.map(\.1)
  }

  /// The bytes within the brackets that `bytes` begin with, after blanks, and those that follow.
  private static func bracket(
    _ bytes: ArraySlice<UInt8>, _ open: UInt8, _ close: UInt8
  ) -> (inside: ArraySlice<UInt8>, after: ArraySlice<UInt8>)? {
    let bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard bytes.first == open, let end = bytes.prefix(bracketLimit).firstIndex(of: close) else { return nil }
    return (bytes[(bytes.startIndex + 1)..<end], bytes[(end + 1)...])
  }

  /// `mm:ss`, `mm:ss.xx` with one to three digits of a fraction, `mm:ss:xx`, `hh:mm:ss.xx`.
  private static func time(_ text: ArraySlice<UInt8>) -> Duration? {
    var numbers: [Int] = []
    var fraction: ArraySlice<UInt8>?
    for part in text.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false) {
      let halves = part.split(maxSplits: 1, omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
      }
      guard fraction == nil, let first = halves.first, let number = number(first) else { return nil }
      numbers.append(number)
      if halves.count == 2 {
        guard Self.number(halves[1]) != nil else { return nil }
        fraction = halves[1]
      } else if numbers.count == 3 {
        // Seconds are followed by their hundredths.
        fraction = first
        numbers.removeLast()
      }
    }
    guard (2...3).contains(numbers.count) else { return nil }
    let seconds = numbers.reduce(0) { $0 * 60 + $1 }
    let digits = Array((fraction ?? []).prefix(3)) + [0x30, 0x30, 0x30]
    return .milliseconds(seconds * 1000 + (number(digits.prefix(3)) ?? 0))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...digitLimit).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The text of a line, without times of single words (`<mm:ss.xx>`).
  private static func cleaned(_ line: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    var rest = line
    while let next = rest.firstIndex(of: UInt8(ascii: "<")) {
      out += rest[..<next]
      rest = rest[next...]
      if let (inside, after) = bracket(rest, UInt8(ascii: "<"), UInt8(ascii: ">")), time(inside) != nil {
        rest = after
      } else {
        out.append(UInt8(ascii: "<"))
        rest = rest.dropFirst()
      }
    }
    out += rest
    return TagText.cleaned(String(decoding: out, as: UTF8.self), limit: LyricsLine.textLimit) ?? ""
  }
}
