import Model

/// Facts from the first packet of a stream.
struct OggHead {
  var format: StreamFormat
  private(set) var bits: Int?
  /// Frames at the beginning that are dropped (Opus).
  private(set) var preSkip: Int64 = 0
  /// Meaning of the channels (RFC 7845 5.1.1).
  private(set) var mappingFamily: UInt8 = 0
  /// Frames of the longer of Vorbis's two block sizes.
  private(set) var longBlockFrames: Int64 = 0
  /// How the packet with the comments starts.
  let commentMark: [UInt8]
  /// How many header packets come before the sound.
  private(set) var headerPackets = 2

  init(_ stream: OggStream) throws(MediaError) {
    let head = stream.head
    func number(_ at: Int, _ count: Int) -> Int {
      head[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch stream.type {
    case .vorbis:
      guard head.count >= 30 else { throw .truncated }
      guard number(7, 4) == 0 else { throw .unsupported("a Vorbis stream of another version") }
      format = StreamFormat(rate: number(12, 4), channels: Int(head[11]), exactBits: .none)
      longBlockFrames = 1 << Int64(head[28] >> 4)
      commentMark = [3] + Array("vorbis".utf8)
      headerPackets = 3
    case .opus:
      guard head.count >= 19 else { throw .truncated }
      guard head[8] < 16 else { throw .unsupported("an Opus stream of another version") }
      format = StreamFormat(rate: 48_000, channels: Int(head[9]), exactBits: .none)
      preSkip = Int64(number(10, 2))
      mappingFamily = head[18]
      commentMark = Array("OpusTags".utf8)
      guard Self.isSoundMapping(head) else { throw .unsupported("an Opus stream of this channel mapping") }
    default:
      guard head.count >= 17 + FLACInfo.size else { throw .truncated }
      let info = try FLACInfo(Array(head[17...]), at: stream.offset)
      format = info.format
      bits = info.bits
      // Four bytes of a metadata block's header; the first has its type.
      commentMark = [4, 0, 0, 0]
    }
    guard (1...StreamFormat.channelLimit).contains(format.channels) else {
      throw .unsupported("\(format.channels) channels")
    }
    guard (1...StreamFormat.rateLimit).contains(format.rate) else {
      throw .unsupported("a rate of \(format.rate) Hz")
    }
  }

  /// Whether each channel comes from a stream that there is (RFC 7845 5.1.1). Family 255 names no speakers; what has up to
  /// eight channels plays in the order that it has.
  private static func isSoundMapping(_ head: [UInt8]) -> Bool {
    let channels = Int(head[9])
    switch head[18] {
    case 0: return (1...2).contains(channels)
    case 1, 255:
      guard (1...StreamFormat.channelLimit).contains(channels) else { return true }
      guard head.count >= 21 + channels else { return false }
      let (streams, coupled) = (Int(head[19]), Int(head[20]))
      return streams > 0 && coupled <= streams && streams + coupled <= 255
        && head[21..<21 + channels].allSatisfy { $0 == 255 || Int($0) < streams + coupled }
    default: return false
    }
  }

  func startsComments(_ bytes: [UInt8]) -> Bool {
    if commentMark[0] == 4 { return (bytes.first ?? 0) & 0x7F == 4 }
    return bytes == commentMark
  }
}
