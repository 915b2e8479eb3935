/// The content of STREAMINFO (RFC 9639 8.2).
struct FLACInfo: Hashable {
  let rate: Int
  let channels: Int
  let bits: Int
  let maximumBlockFrames: Int
  /// nil where the encoder didn't know.
  let totalFrames: Int64?

  static let size = 34

  /// - Parameter offset: where it stands in the file, for the error.
  init(_ bytes: [UInt8], at offset: Int64) throws(MediaError) {
    guard bytes.count >= Self.size else { throw .truncated }
    let packed = bytes[10..<18].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    maximumBlockFrames = Int(bytes[2]) << 8 | Int(bytes[3])
    rate = Int(packed >> 44)
    channels = Int(packed >> 41 & 7) + 1
    bits = Int(packed >> 36 & 31) + 1
    let total = Int64(packed & 0xF_FFFF_FFFF)
    totalFrames = total == 0 ? nil : total
    guard rate > 0 else { throw .corrupt(at: offset, "a sample rate of 0") }
    // STREAMINFO has room for more than any frame.
    guard rate <= StreamFormat.rateLimit else { throw .unsupported("a rate of \(rate) Hz") }
    guard bits >= 4 else { throw .corrupt(at: offset, "samples of \(bits) bits") }
  }

  var format: StreamFormat { Self.format(rate: rate, channels: channels, bits: bits) }

  static func format(rate: Int, channels: Int, bits: Int) -> StreamFormat {
    StreamFormat(
      rate: rate, channels: channels, exactBits: bits <= 16 ? .bits(16) : bits <= 24 ? .bits(24) : .none)
  }
}
