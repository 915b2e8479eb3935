/// The kinds of playlist files.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
  /// Paths on lines, with or without `#EXTINF`; `.m3u` and `.m3u8`.
  case m3u
  case pls
  case xspf
  case asx
  /// A cue sheet: parts of files.
  case cue

  /// By the ending of a file's name, in either case; nil for anything else.
  public init?(fileName: some Collection<UInt8>) {
    // Asked of every file that a scan skips: nearly all end in other letters.
    guard let last = fileName.suffix(1).first, [0x75, 0x38, 0x73, 0x66, 0x65, 0x78].contains(last | 0x20)
    else {
      return nil
    }
    let tail = Array(fileName.suffix(6))
    guard let dot = tail.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch String(
      decoding: tail[(dot + 1)...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "asx", "wax", "wvx": self = .asx
    case "cue": self = .cue
    default: return nil
    }
  }

  /// By its content: what a stream without a name is.
  public init(guessing bytes: [UInt8]) {
    let text = SourceText.utf8(bytes)
    let head = text.prefix(2048)
    if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      let lower = head.map { SourceText.lower($0) }
      self = SourceText.rest(of: lower[...], behindFirst: "<asx") == nil ? .xspf : .asx
    } else if Self.holdsLine(head, beginning: "[playlist]")
      || Self.holdsLine(head, beginning: "[reference]")
    {
      self = .pls
    } else if Self.holdsLine(head, beginning: "FILE \"") || Self.holdsLine(head, beginning: "REM ") {
      self = .cue
    } else {
      self = .m3u
    }
  }

  private static func holdsLine(_ text: ArraySlice<UInt8>, beginning start: StaticString) -> Bool {
    let start = "\(start)".utf8
    return TextLines(text).contains { line in
      line.count >= start.count
        && zip(line, start).allSatisfy { SourceText.lower($0) == SourceText.lower($1) }
    }
  }
}
