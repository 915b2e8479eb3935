public import Interchange

/// The kind of an answer, by its first bytes: servers send lists as sound or plain text, and sound as lists.
public enum AnswerKind: Hashable, Sendable {
  case sound
  /// A list of stations, or an HLS playlist; of this format unless its content shows another one.
  case list(ListFormat)
  /// A page, or a text of another kind.
  case text

  /// After this number of bytes a text is known.
  public static let headBytes = 512

  private static let types: [String: ListFormat] = [
    "audio/x-mpegurl": .m3u, "audio/mpegurl": .m3u, "application/x-mpegurl": .m3u,
    "application/mpegurl": .m3u,
    "application/vnd.apple.mpegurl": .m3u, "application/vnd.apple.mpegurl.audio": .m3u,
    "audio/x-scpls": .pls, "audio/scpls": .pls, "application/pls+xml": .pls, "application/pls": .pls,
    "application/xspf+xml": .xspf, "video/x-ms-asf": .asx, "video/x-ms-asx": .asx, "audio/x-ms-wax": .asx,
    "video/x-ms-wvx": .asx, "application/x-ms-asx": .asx,
  ]
  /// Beginnings that only lists have, in lower case.
  private static let starts: [(text: StaticString, format: ListFormat)] = [
    ("#ext", .m3u), ("http://", .m3u), ("https://", .m3u), ("[playlist]", .pls), ("[reference]", .pls),
    ("<asx", .asx), ("<playlist", .xspf),
  ]

  /// - Parameters:
  ///   - head: the first bytes of the answer.
  ///   - isWhole: whether no further ones come.
  ///   - type: the media type that the server states, in lower case.
  /// - Returns: nil where more bytes are needed.
  public init?(_ head: [UInt8], isWhole: Bool, type: String, at url: FetchURL) {
    var text = head.prefix(Self.headBytes)[...]
    let isWide = Self.isUTF16(text)
    if isWide { text = text.filter { $0 > 0 && $0 < 0xFE }[...] }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    // Sound has such bytes soon, a text never.
    if text.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }) {
      self = .sound
      return
    }
    guard isWhole || head.count >= Self.headBytes else { return nil }
    let lower = text.drop { $0 <= 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if let start = Self.starts.first(where: { lower.starts(with: "\($0.text)".utf8) }) {
      self = .list(start.format)
    } else if lower.starts(with: "<!doctype html".utf8) || lower.starts(with: "<html".utf8) {
      self = .text
    } else if lower.starts(with: "<".utf8), let format = Self.formatOfXML(lower) {
      self = .list(format)
    } else if let declared = Self.types[type] ?? ListFormat(fileName: "x.\(url.suffix)".utf8),
      declared != .cue
    {
      self = .list(declared)
    } else {
      self = .text
    }
  }

  /// Format of a document whose root comes after a declaration and remarks.
  private static func formatOfXML(_ lower: [UInt8]) -> ListFormat? {
    let places = lower.indices.filter { lower[$0] == UInt8(ascii: "<") }
    return starts.filter { $0.format == .asx || $0.format == .xspf }.first { start in
      places.contains { lower[$0...].starts(with: "\(start.text)".utf8) }
    }?.format
  }

  /// With a mark, and a character of ASCII after it: MPEG audio may begin with the same two bytes.
  private static func isUTF16(_ head: ArraySlice<UInt8>) -> Bool {
    let (mark, next) = (head.prefix(2), Array(head.dropFirst(2).prefix(4)))
    guard next.count == 4 else { return false }
    if mark.elementsEqual([0xFF, 0xFE]) { return next[1] == 0 && next[3] == 0 }
    return mark.elementsEqual([0xFE, 0xFF]) && next[0] == 0 && next[2] == 0
  }
}
