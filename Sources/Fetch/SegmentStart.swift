/// The first bytes of an HLS segment: what they are, and where its sound begins. Packed audio has its time in ID3 tags
/// before the sound (RFC 8216, 3.4), which a decoder would take for MP3.
public struct SegmentStart: Sendable {
  private var head: [UInt8] = []
  /// Remaining bytes of the tag.
  private var left = 0
  /// The media type of the segment; nil until enough of it came.
  public private(set) var type: String?

  /// This number of bytes shows a tag's length, and what else it is.
  private static let headBytes = 12

  public init() {}

  /// - Returns: the bytes without a tag at their beginning, as soon as it is known that there is none.
  public mutating func take(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if type != nil { return bytes }
    var bytes = (head + bytes)[...]
    head = []
    while true {
      let dropped = min(left, bytes.count)
      (left, bytes) = (left - dropped, bytes.dropFirst(dropped))
      guard left == 0, bytes.count >= Self.headBytes else {
        head = Array(bytes)
        return []
      }
      guard let tag = Self.tagBytes(bytes) else { break }
      left = tag
    }
    type = Self.type(bytes)
    return bytes
  }

  /// Returns the bytes held back of a segment that ends early.
  public mutating func finish() -> ArraySlice<UInt8> {
    defer { head = [] }
    return head[...]
  }

  /// With head and footer (ID3v2.4, 3.1).
  private static func tagBytes(_ bytes: ArraySlice<UInt8>) -> Int? {
    let head = Array(bytes.prefix(10))
    guard head.starts(with: "ID3".utf8), head[6...].allSatisfy({ $0 < 0x80 }) else { return nil }
    let size = head[6...].reduce(0) { $0 << 7 | Int($1) }
    return 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
  }

  /// Servers are careless with the types of segments: their first bytes are not.
  private static func type(_ bytes: ArraySlice<UInt8>) -> String {
    let head = Array(bytes.prefix(headBytes))
    if head[0] == 0x47 { return "video/mp2t" }
    if ["ftyp", "styp", "moof", "sidx", "emsg", "moov"].contains(where: { head[4..<8].elementsEqual($0.utf8) }
    ) {
      return "audio/mp4"
    }
    // The identification of the stream distinguishes AC-3 from E-AC-3 (ETSI TS 102 366, E.1.3.1.6).
    if head[0] == 0x0B, head[1] == 0x77 { return head[5] >> 3 > 10 ? "audio/eac3" : "audio/ac3" }
    if head[0] == 0xFF, head[1] & 0xE0 == 0xE0, head[1] & 0x06 != 0 { return "audio/mpeg" }
    return "audio/aac"
  }
}
