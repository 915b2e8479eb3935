/// Values of an answer's header lines. A redirect begins a new one.
public struct ResponseHead: Hashable, Sendable {
  /// Media type in lower case, without parameters; empty where none was sent.
  public private(set) var type = ""
  /// The encoding of a text as the server states it (RFC 9110, 8.3.2); nil where it states none.
  public private(set) var charset: String?
  public private(set) var length: Int64?
  /// Whether the server sends parts of it (RFC 9110, 14.3).
  public private(set) var hasParts = false
  public private(set) var isChunked = false
  /// Whether the bytes are packed (RFC 9110, 8.4): length and places are those of what was packed then.
  public private(set) var isPacked = false
  /// The place of the first byte, of an answer that is one part of a file (RFC 9110, 14.4).
  public private(set) var firstByte: Int64?
  /// Data bytes between two blocks of ICY metadata; nil where there are none.
  public private(set) var metadataInterval: Int?
  /// In the server's encoding.
  public private(set) var name: [UInt8]?
  /// In kbit/s.
  public private(set) var bitrate: Int?
  /// Whether any header of ICY was sent.
  private var isICY = false
  /// Whether a media server sends it (DLNA guidelines, 7.5.4.3.3): it makes files on the fly, some with headers of ICY
  /// as well.
  private var isOfMediaServer = false
  private var bytes = 0

  /// All header lines together, in bytes.
  public static let mostBytes = 64 << 10

  public init() {}

  /// Whether the end of the answer is the end of the sound. That of a station only shows that its server ends the
  /// connection, and without length or chunks an end looks like a broken connection (RFC 9112, 8).
  public var saysWhereItEnds: Bool { length != nil || isChunked && (!isICY || isOfMediaServer) }

  /// The size in bytes of what is received; nil where that is not known.
  public var unpackedLength: Int64? { isPacked ? nil : length }

  /// Takes the next line, with or without its end.
  /// - Returns: false where the head is longer than any server needs.
  public mutating func take(_ line: some Collection<UInt8>) -> Bool {
    let total = bytes + line.count
    let start = String(decoding: line.prefix(5), as: UTF8.self)
    if start == "HTTP/" || start == "ICY 2" { self = ResponseHead() }
    bytes = total
    guard total <= Self.mostBytes else { return false }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let key = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = Self.trimmed(Array(line[line.index(after: colon)...]))
    let text = String(decoding: value, as: UTF8.self)
    if key.hasPrefix("icy-") { isICY = true }
    switch key {
    case "transfermode.dlna.org": isOfMediaServer = true
    case "content-type":
      type = String(decoding: Self.trimmed(Array(text.prefix { $0 != ";" }.utf8)), as: UTF8.self).lowercased()
      charset = Self.parameter("charset", of: text)
    case "content-length": length = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
    case "accept-ranges": hasParts = text.lowercased() == "bytes"
    case "content-encoding": isPacked = !["", "identity", "none"].contains(text.lowercased())
    case "content-range":
      let range =
        text.lowercased().hasPrefix("bytes") ? text.dropFirst(5).drop { $0 == " " || $0 == "=" } : ""
      firstByte = Int64(range.prefix { $0 != "-" }).flatMap { $0 >= 0 ? $0 : nil }
    case "transfer-encoding": isChunked = text.lowercased().hasSuffix("chunked")
    case "icy-metaint": metadataInterval = Int(text).flatMap { (1...(16 << 20)).contains($0) ? $0 : nil }
    case "icy-name": if !value.isEmpty { name = value }
    case "icy-br":
      bitrate = Int(text.prefix { $0.isNumber }).flatMap { (1...100_000).contains($0) ? $0 : nil }
    default: break
    }
    return true
  }

  /// The value of a parameter of a media type; nil where it has none.
  private static func parameter(_ name: String, of text: String) -> String? {
    for part in text.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == name else { continue }
      let value = pair[1].filter { $0 != " " && $0 != "\"" && $0 != "'" }
      return value.isEmpty ? nil : value
    }
    return nil
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return Array(bytes[first...last])
  }
}
