/// The head of an Ogg page (RFC 3533 6).
struct OggPage: Hashable {
  /// Place of the page in the file.
  let offset: Int64
  let flags: UInt8
  /// -1 where no packet ends on the page.
  let granule: Int64
  let serial: UInt32
  let sequence: UInt32
  /// The lacing values.
  let segments: [UInt8]

  /// In `flags`.
  static let endFlag: UInt8 = 4
  static let headSize = 27
  static let sizeLimit = 27 + 255 + 255 * 255

  /// nil where no page starts at `offset`, or the file ends within its head.
  init?(_ source: ByteSource, at offset: Int64) throws(MediaError) {
    let head = try source.bytes(Self.headSize + 255, at: offset)
    self.init(head, offset: offset)
  }

  /// - Parameter bytes: from the page's beginning.
  init?(_ bytes: [UInt8], offset: Int64) {
    guard bytes.count >= Self.headSize, bytes[0] == 0x4F, bytes[1] == 0x67, bytes[2] == 0x67,
      bytes[3] == 0x53,
      bytes[4] == 0, bytes.count >= Self.headSize + Int(bytes[26])
    else { return nil }
    self.offset = offset
    flags = bytes[5]
    granule = Int64(bitPattern: bytes[6..<14].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    serial = bytes[14..<18].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    sequence = bytes[18..<22].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    segments = Array(bytes[Self.headSize..<Self.headSize + Int(bytes[26])])
  }

  /// Whether a range consists of the pages of one stream with sound: none is missing, their checksums are right, and their
  /// time stamps do not fall. A decoder gets what the encoder wrote. Reads all of it.
  static func areIntact(_ source: ByteSource, _ range: Range<Int64>, serial: UInt32) throws(MediaError)
    -> Bool
  {
    var at = range.lowerBound
    var sequence: UInt32?
    var time: Int64 = 0
    while at < range.upperBound {
      guard let page = try OggPage(source, at: at), page.serial == serial, page.end <= range.upperBound,
        sequence.map({ page.sequence == $0 &+ 1 }) ?? page.beginsStream,
        page.granule == -1 || page.granule >= time,
        hasRightChecksum(try source.bytes(Int(page.end - at), at: at))
      else { return false }
      (at, sequence, time) = (page.end, page.sequence, max(time, page.granule))
    }
    return time > 0
  }

  var continuesPacket: Bool { flags & 1 != 0 }
  var beginsStream: Bool { flags & 2 != 0 }
  var endsStream: Bool { flags & Self.endFlag != 0 }
  var bodyStart: Int64 { offset + Int64(Self.headSize + segments.count) }
  var bodyBytes: Int { segments.reduce(0) { $0 + Int($1) } }
  var end: Int64 { bodyStart + Int64(bodyBytes) }
}
