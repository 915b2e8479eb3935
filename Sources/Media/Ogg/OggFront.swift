/// The header packets at the front of an Ogg stream, and where its sound starts. Comments are read when asked for,
/// else passed over unread, however long.
struct OggFront {
  /// The first page that holds sound.
  let soundStart: Int64
  /// Of the comment packet, in bytes.
  let commentBytes: Int64
  /// Vorbis's third packet; empty in other formats.
  let setup: [UInt8]

  private let firstPage: OggPage
  /// The stream's first packet.
  let firstPacket: [UInt8]
  /// The number of the first page of sound.
  private let soundSequence: UInt32?

  /// Of a setup packet, in bytes: encoders write 4 to 16 KiB.
  private static let setupLimit = 512 * 1024
  /// Of a comment packet that a library gets to see, in bytes. Longer ones hold pictures.
  private static let commentLimit: Int64 = 32 * 1024

  /// - Returns: nil where the front isn't whole.
  init?(
    _ source: ByteSource, _ stream: OggStream, _ head: OggHead,
    tags: ((OggPacketFeed) throws(MediaError) -> Void)? = nil
  )
    throws(MediaError)
  {
    guard let first = try OggPage(source, at: stream.offset) else { return nil }
    firstPage = first
    firstPacket = try source.bytes(first.bodyBytes, at: first.bodyStart)
    var packets = OggPacketFeed(source, stream)
    guard try packets.next() else { return nil }
    if head.startsComments(try packets.take(head.commentMark.count)), let tags { try tags(packets) }
    try packets.skip(.max)
    commentBytes = packets.packetBytes
    var setup: [UInt8] = []
    for _ in 2..<head.headerPackets {
      guard try packets.next() else { return nil }
      setup = try packets.take(Self.setupLimit)
      try packets.skip(.max)
    }
    self.setup = setup
    guard let last = packets.currentPage else { return nil }
    soundStart = last.end
    // The first page is handed on as it is: it must hold the first packet alone.
    let firstEnds = first.segments.count { $0 < 255 }
    guard firstEnds == 1, first.segments.last != 255, packets.isAtPageEnd, setup.count < Self.setupLimit,
      let sound = try packets.firstPageBehind(),
      !sound.continuesPacket
    else {
      soundSequence = nil
      return
    }
    soundSequence = sound.sequence
  }

  /// Whether the comments are longer than a library shall see.
  var hasLongComments: Bool { commentBytes > Self.commentLimit }

  /// The stream with a front of our own, without comments.
  /// - Returns: nil where no sound follows the front.
  func rebuilt(_ source: ByteSource, _ type: FileType, body: Range<Int64>) -> StreamWindow? {
    guard let soundSequence, soundStart < body.upperBound else { return nil }
    let comments: [UInt8]
    switch type {
    case .vorbis: comments = VorbisSetup.noComments
    case .opus: comments = Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    default: return nil
    }
    let packets = setup.isEmpty ? [comments] : [comments, setup]
    let lacing = packets.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
    var bodies = packets.flatMap { $0 }[...]
    var pages: [(flags: UInt8, lacing: ArraySlice<UInt8>, body: ArraySlice<UInt8>)] = []
    var isInside = false
    for start in stride(from: 0, to: lacing.count, by: 255) {
      let part = lacing[start..<min(lacing.count, start + 255)]
      let size = part.reduce(0) { $0 + Int($1) }
      pages.append((isInside ? 1 : 0, part, bodies.prefix(size)))
      bodies = bodies.dropFirst(size)
      isInside = part.last == 255
    }
    // Numbered so that the sound's pages follow without a gap.
    var sequence = soundSequence &- UInt32(pages.count + 1)
    var front = OggPage.bytes(
      flags: firstPage.flags, serial: firstPage.serial, sequence: sequence, lacing: firstPage.segments[...],
      body: firstPacket[...])
    for page in pages {
      sequence &+= 1
      front += OggPage.bytes(
        flags: page.flags, serial: firstPage.serial, sequence: sequence, lacing: page.lacing, body: page.body)
    }
    return StreamWindow(source, prefix: front, body: soundStart..<body.upperBound)
  }
}
