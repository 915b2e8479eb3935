import Model

/// The packets at the head of one stream in Ogg. libvorbis builds tables of any stated size on its stack, and divides by what a
/// head says (`VorbisSetup`; `VorbisLinkGuard` looks at files): it gets a head only once that was looked at.
struct OggLinkHead {
  let codec: OggLinkCodec
  /// Pages of a Vorbis head, withheld until the head is complete.
  private(set) var pages: [UInt8] = []
  private(set) var isComplete = false
  private var packets: [[UInt8]] = [[]]
  private var bytes = 0
  /// The page that has to follow, and whether it continues a packet: libogg drops parts of packets else.
  private var following: (sequence: UInt32, continuesPacket: Bool)

  /// Largest Vorbis head in bytes, pictures in its comments included.
  private static let mostBytes = 8 << 20
  /// Bytes stored of each packet of another codec: its comments begin with text.
  private static let mostPacketBytes = 64 << 10

  init(_ codec: OggLinkCodec, _ first: OggPage) {
    self.codec = codec
    following = (first.sequence, false)
  }

  /// Takes the stream's next page.
  /// - Parameter whole: all of its bytes.
  mutating func take(_ page: OggPage, _ whole: [UInt8]) throws(MediaError) {
    bytes += whole.count
    if codec == .vorbis {
      pages += whole
      guard (page.sequence, page.continuesPacket) == following, bytes <= Self.mostBytes else {
        throw .corrupt(at: page.offset, "the Vorbis head is broken")
      }
    }
    following = (page.sequence &+ 1, page.segments.last == 255)
    var rest = whole.suffix(page.bodyBytes)
    for segment in page.segments where packets.count <= codec.headPackets {
      let room = codec == .vorbis ? .max : Self.mostPacketBytes - packets[packets.count - 1].count
      packets[packets.count - 1] += rest.prefix(min(room, Int(segment)))
      rest = rest.dropFirst(Int(segment))
      if segment < 255 { packets.append([]) }
    }
    guard packets.count > codec.headPackets else { return }
    isComplete = true
    if codec == .vorbis, !VorbisSetup.isSound(head: packets[0], packets[2]) {
      throw .corrupt(at: page.offset, "the tables can't be used")
    }
  }

  /// They were given.
  mutating func giveUpPages() { pages = [] }

  var words: StreamWords {
    let packet = packets.count > 1 ? packets[1] : []
    return StreamWords(comments: packet.dropFirst(codec.commentMark))
  }
}

/// A codec of a stream in Ogg that is decoded.
enum OggLinkCodec {
  case vorbis, opus, flac, speex

  /// By the stream's first packet.
  init?(_ packet: [UInt8]) {
    switch OggStream.type(of: packet) {
    case .vorbis: self = .vorbis
    case .opus: self = .opus
    case .oggFLAC: self = .flac
    default:
      guard packet.starts(with: "Speex   ".utf8) else { return nil }
      self = .speex
    }
  }

  /// Packets up to the comments, and of Vorbis all before the sound.
  var headPackets: Int { self == .vorbis ? 3 : 2 }

  /// Bytes before the list of comments in the second packet.
  var commentMark: Int {
    switch self {
    case .vorbis: 7
    case .opus: 8
    // The head of a block of metadata (RFC 9639, 8.1).
    case .flac: 4
    case .speex: 0
    }
  }
}
