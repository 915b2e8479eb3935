/// The head of a frame of sound without a container, or of a packet of MPEG-TS: it says where the next one begins.
struct StreamFrame: Hashable {
  enum Kind: Hashable {
    /// MPEG audio, layers I to III.
    case mpeg
    /// AAC with ADTS heads.
    case aac
    /// AC-3 and E-AC-3.
    case dolby(isPlus: Bool)
    /// A packet of MPEG-TS (ISO/IEC 13818-1, 2.4.3).
    case transport
  }

  let kind: Kind
  /// With its head.
  let bytes: Int
  /// Parameters that frames of one sound have in common.
  private let nature: UInt32

  /// Bytes that a head fits into.
  static let headBytes = 8
  private static let packetBytes = 188

  /// nil for what is no head. MPEG audio of free format is none: its heads don't say how long a frame is.
  init?(_ head: ArraySlice<UInt8>) {
    guard head.count >= Self.headBytes else { return nil }
    let at = head.startIndex
    switch head[at] {
    case 0x47: (kind, bytes, nature) = (.transport, Self.packetBytes, 0)
    case 0xFF where head[at + 1] & 0xF6 == 0xF0:
      guard let frame = CodedFrames.frame(Array(head.prefix(Self.headBytes))) else { return nil }
      (kind, bytes) = (.aac, frame.bytes)
      // Version, profile, rate and channels.
      nature = UInt32(head[at + 1] & 0x08) << 16 | UInt32(head[at + 2]) << 8 | UInt32(head[at + 3] & 0xC0)
    case 0xFF:
      guard let header = MPEGHeader(head), !header.isFree else { return nil }
      (kind, bytes) = (.mpeg, header.frameBytes)
      // Version, layer and rate.
      nature = UInt32(head[at + 1] & 0x1E) << 8 | UInt32(head[at + 2] & 0x0C)
    case 0x0B:
      guard let frame = CodedFrames.frame(Array(head.prefix(Self.headBytes))) else { return nil }
      (kind, bytes) = (.dolby(isPlus: frame.demuxer == "eac3"), frame.bytes)
      nature = UInt32(clamping: frame.rate)
    default: return nil
    }
    guard bytes >= Self.headBytes else { return nil }
  }

  /// How many heads have to follow one another as a proof: one byte alone marks a packet.
  var proof: Int { kind == .transport ? 5 : 3 }

  /// Whether both can be frames of one sound.
  func agrees(with other: StreamFrame) -> Bool { kind == other.kind && nature == other.nature }
}
