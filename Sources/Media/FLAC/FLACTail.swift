/// The length of a FLAC stream whose header has none: from its last frame (RFC 9639 9.1).
enum FLACTail {
  /// Bytes searched at the stream's end: more than the largest common frame.
  private static let reach: Int64 = 64 * 1024

  static func lengthFrames(_ source: ByteSource, range: Range<Int64>, info: FLACInfo) throws(MediaError)
    -> Int64?
  {
    let start = max(range.lowerBound, range.upperBound - reach)
    let bytes = try source.unbuffered(Int(range.upperBound - start), at: start)
    guard bytes.count > 6 else { return nil }
    for i in stride(from: bytes.count - 6, through: 0, by: -1)
    where bytes[i] == 0xFF && bytes[i + 1] & 0xFE == 0xF8 {
      if let end = frameEnd(bytes[i...].prefix(16), info) { return end }
    }
    return nil
  }

  /// The number of the sample after the frame that starts with `bytes`; nil if that is no frame header.
  private static func frameEnd(_ bytes: ArraySlice<UInt8>, _ info: FLACInfo) -> Int64? {
    guard let head = Head(bytes) else { return nil }
    let sum = bytes.startIndex + head.bytes - 1
    guard checksum(bytes[..<sum]) == bytes[sum] else { return nil }
    let start = head.isVariable ? head.number : head.number * Int64(info.maximumBlockFrames)
    return start + head.frames
  }

  /// CRC-8, polynomial x^8 + x^2 + x + 1.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
    var sum: UInt8 = 0
    for byte in bytes {
      sum ^= byte
      for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
    return sum
  }
}

extension FLACTail {
  /// The head of a frame, whether or not its checksum is right.
  struct Head {
    let isVariable: Bool
    /// Number of the frame; of its first sample where frames are of variable size.
    let number: Int64
    /// In the frame.
    let frames: Int64
    /// Size of the head, the checksum at its end counted.
    let bytes: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      let b = bytes.startIndex
      guard bytes.count >= 6, bytes[b] == 0xFF, bytes[b + 1] & 0xFE == 0xF8 else { return nil }
      isVariable = bytes[b + 1] & 1 == 1
      let sizeCode = Int(bytes[b + 2] >> 4)
      guard sizeCode != 0, bytes[b + 2] & 15 != 15, bytes[b + 3] >> 4 <= 10, bytes[b + 3] & 1 == 0 else {
        return nil
      }
      var at = b + 4
      // A number in the manner of UTF-8, of up to 36 bits.
      let lead = bytes[at]
      let more = lead < 0x80 ? 0 : (~lead).leadingZeroBitCount - 1
      guard more >= 0, more <= 6, at + more < bytes.endIndex else { return nil }
      var number = more == 0 ? Int64(lead) : Int64(lead & (0x7F >> UInt8(more + 1)))
      for i in 0..<more {
        guard bytes[at + 1 + i] & 0xC0 == 0x80 else { return nil }
        number = number << 6 | Int64(bytes[at + 1 + i] & 0x3F)
      }
      at += 1 + more
      var size: Int64
      switch sizeCode {
      case 1: size = 192
      case 2...5: size = 576 << Int64(sizeCode - 2)
      case 6:
        guard at < bytes.endIndex else { return nil }
        size = Int64(bytes[at]) + 1
        at += 1
      case 7:
        guard at + 1 < bytes.endIndex else { return nil }
        size = Int64(bytes[at]) << 8 | Int64(bytes[at + 1])
        size += 1
        at += 2
      default: size = 256 << Int64(sizeCode - 8)
      }
      switch bytes[b + 2] & 15 {
      case 12: at += 1
      case 13, 14: at += 2
      default: break
      }
      guard at < bytes.endIndex else { return nil }
      self.number = number
      frames = size
      self.bytes = at + 1 - b
    }
  }
}
