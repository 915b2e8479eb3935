/// The ten bytes at the head of an ID3v2 tag, or at its foot ("3DI").
struct ID3v2Header: Hashable {
  /// 2, 3 or 4.
  let version: Int
  let flags: UInt8
  /// The size between the header and the footer, in bytes: at most 256 MiB.
  let bodyBytes: Int64

  static let size = 10

  init?(_ bytes: [UInt8], mark: String = "ID3") {
    guard bytes.count >= Self.size, bytes[0..<3].elementsEqual(mark.utf8), bytes[3] < 0xFF, bytes[4] < 0xFF,
      bytes[6..<10].allSatisfy({ $0 < 0x80 })
    else { return nil }
    version = Int(bytes[3])
    flags = bytes[5]
    bodyBytes = bytes[6..<10].reduce(0) { $0 << 7 | Int64($1) }
  }

  var hasFooter: Bool { version == 4 && flags & 0x10 != 0 }

  /// With header and footer.
  var totalBytes: Int64 { bodyBytes + Int64(Self.size) * (hasFooter ? 2 : 1) }
}
