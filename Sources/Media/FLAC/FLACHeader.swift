/// The metadata blocks at the head of a native FLAC stream (RFC 9639 8), read by their four-byte heads alone: pictures
/// are never read, however large.
struct FLACHeader {
  struct Block {
    let type: UInt8
    let body: Range<Int64>
  }

  let info: FLACInfo
  /// The 34 bytes of STREAMINFO.
  let infoBytes: [UInt8]
  private(set) var comments: Range<Int64>?
  private(set) var seekTable: Range<Int64>?
  private(set) var cueSheet: Range<Int64>?
  private(set) var pictures: [Range<Int64>] = []
  /// Offset of the first frame of sound.
  private(set) var soundStart: Int64 = 0

  static let mark = Array("fLaC".utf8)
  static let blockLimit = 1000
  /// Largest seek table that is handed to the decoder, in bytes: some 14,000 points.
  private static let seekTableLimit: Int64 = 256 * 1024

  /// - Parameter start: where "fLaC" stands.
  init(_ source: ByteSource, at start: Int64, end: Int64) throws(MediaError) {
    var at = start + 4
    var infoBytes: [UInt8]?
    for _ in 0..<Self.blockLimit {
      let head = try source.bytes(4, at: at)
      guard head.count == 4 else { throw .truncated }
      let body = (at + 4)..<(at + 4 + head[1...].reduce(0) { $0 << 8 | Int64($1) })
      guard body.upperBound <= end else {
        throw infoBytes == nil ? .truncated : .corrupt(at: at, "a metadata block is longer than the file")
      }
      switch head[0] & 0x7F {
      case 0 where infoBytes == nil:
        guard body.count == FLACInfo.size else { throw .corrupt(at: at, "STREAMINFO has the wrong size") }
        infoBytes = try source.bytes(FLACInfo.size, at: body.lowerBound)
      case 3 where seekTable == nil && body.upperBound - body.lowerBound <= Self.seekTableLimit:
        seekTable = body
      case 4 where comments == nil: comments = body
      case 5 where cueSheet == nil: cueSheet = body
      case 6: pictures.append(body)
      case 127: throw .corrupt(at: at, "a metadata block of no known kind")
      default: break
      }
      at = body.upperBound
      if head[0] & 0x80 != 0 {
        guard let infoBytes else { throw .corrupt(at: start, "no STREAMINFO") }
        self.infoBytes = infoBytes
        info = try FLACInfo(infoBytes, at: start + 8)
        soundStart = at
        return
      }
    }
    throw .corrupt(at: at, "metadata without an end")
  }

  /// A head for the decoder that holds nothing but what it needs.
  func shortened(_ source: ByteSource) throws(MediaError) -> [UInt8] {
    let table = try seekTable.map { (range) throws(MediaError) in
      try source.bytes(Int(range.upperBound - range.lowerBound), at: range.lowerBound)
    }
    var head = Self.mark
    head += [table == nil ? 0x80 : 0, 0, 0, UInt8(FLACInfo.size)] + infoBytes
    if let table {
      head +=
        [0x83, UInt8(table.count >> 16 & 0xFF), UInt8(table.count >> 8 & 0xFF), UInt8(table.count & 0xFF)]
        + table
    }
    return head
  }
}
