/// The four bytes at the head of an MPEG audio frame (ISO 11172-3 2.4.1.3, ISO 13818-3, and the 2.5 extension).
struct MPEGHeader: Hashable {
  enum Version: Int { case one, two, twoAndHalf }

  let version: Version
  /// 1, 2 or 3.
  let layer: Int
  /// As the header states it, in bit/s; 0 in a free-format stream (ISO 11172-3 2.4.2.3), which states none.
  private let statedBitRate: Int
  /// Size in bytes of an unpadded frame of a free-format stream: the distance between two headers. 0 before it is measured.
  var freeBytes = 0
  /// In Hz.
  let rate: Int
  let isPadded: Bool
  let channels: Int
  let hasChecksum: Bool

  static let size = 4

  /// nil for what is no header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    let b = bytes.startIndex
    guard bytes[b] == 0xFF, bytes[b + 1] & 0xE0 == 0xE0 else { return nil }
    switch (bytes[b + 1] >> 3) & 3 {
    case 0: version = .twoAndHalf
    case 2: version = .two
    case 3: version = .one
    default: return nil
    }
    layer = 4 - Int((bytes[b + 1] >> 1) & 3)
    guard layer < 4 else { return nil }
    hasChecksum = bytes[b + 1] & 1 == 0
    let bitRateIndex = Int(bytes[b + 2] >> 4)
    let rateIndex = Int((bytes[b + 2] >> 2) & 3)
    guard bitRateIndex < 15, rateIndex < 3 else { return nil }
    let rates = version == .one ? Self.bitRates[layer - 1] : Self.bitRates[layer == 1 ? 3 : 4]
    statedBitRate = bitRateIndex == 0 ? 0 : rates[bitRateIndex - 1] * 1000
    rate = [44100, 48000, 32000][rateIndex] >> version.rawValue
    isPadded = (bytes[b + 2] >> 1) & 1 == 1
    channels = bytes[b + 3] >> 6 == 3 ? 1 : 2
    // Emphasis 2 is reserved; no encoder writes it, so it separates rubbish from headers.
    guard bytes[b + 3] & 3 != 2 else { return nil }
  }

  /// In kbit/s, for index 1 to 14: layers I, II, III of MPEG-1, then layer I, layers II and III of MPEG-2.
  private static let bitRates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  var samplesPerFrame: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .one ? 1152 : 576
    }
  }

  var isFree: Bool { statedBitRate == 0 }

  /// In bit/s.
  var bitRate: Int { isFree ? freeBytes * 8 * rate / samplesPerFrame : statedBitRate }

  /// With the header, in bytes.
  var frameBytes: Int {
    if isFree { return freeBytes + paddingBytes }
    if layer == 1 { return 12 * bitRate / rate * 4 + paddingBytes }
    return samplesPerFrame / 8 * bitRate / rate + paddingBytes
  }

  var paddingBytes: Int { isPadded ? layer == 1 ? 4 : 1 : 0 }

  /// Between the header and the main data of a layer III frame, in bytes: the checksum and the side information.
  var sideBytes: Int {
    (hasChecksum ? 2 : 0) + (version == .one ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17))
  }

  /// Whether both can be frames of one stream.
  func agrees(with other: MPEGHeader) -> Bool {
    version == other.version && layer == other.layer && rate == other.rate && isFree == other.isFree
  }

  /// A header further on in this one's stream; nil for what is none.
  func follower(_ bytes: [UInt8]) -> MPEGHeader? {
    guard var next = MPEGHeader(bytes[...]), next.agrees(with: self) else { return nil }
    next.freeBytes = freeBytes
    return next
  }
}
