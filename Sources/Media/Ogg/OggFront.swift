import Model

/// The header packets at the front of an Ogg stream, and where its sound starts. Comments are read on demand, else
/// skipped unread, however long.
///
/// Older taggers leave sound on the page that ends the headers; vorbisfile counts without it, opusfile refuses the
/// stream. Others move it to a page of its own that has the headers' time stamp, so that sound is dropped. A synthetic
/// front puts this sound on a page as libraries want it.
struct OggFront {
  /// The first page after those with header packets.
  let soundStart: Int64
  /// Size of the comment packet.
  let commentBytes: Int64
  /// Vorbis's third packet; empty in other formats.
  let setup: [UInt8]

  private let firstPage: OggPage
  /// The stream's first packet.
  let firstPacket: [UInt8]
  /// After the last header packet.
  private let packets: OggPacketFeed
  /// Beginning of sound that is on a page which libraries misread.
  private let misread: OggPacketFeed?
  /// Whether a front of our own can stand for this one.
  private let isPlain: Bool

  /// Largest setup packet in bytes: encoders write 4 to 16 KiB.
  private static let setupLimit = 512 * 1024
  /// Packets up to the first time stamp that are looked at: a page ends at most 255.
  private static let packetLimit = 1024
  /// Largest comment packet that a library gets to see, in bytes. Longer ones hold pictures.
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
    self.packets = packets
    if packets.lacingLeft.isEmpty {
      // 0 can be right for one packet of Vorbis, which gives no sound yet.
      let next = try packets.pageBehind()
      misread = next.flatMap { $0.currentPage?.granule == 0 && $0.endsLeft > 1 ? $0 : nil }
    } else {
      misread = packets
    }
    // The first page is handed on as it is: it must hold the first packet alone.
    let firstEnds = first.segments.count { $0 < 255 }
    isPlain = firstEnds == 1 && first.segments.last != 255 && setup.count < Self.setupLimit
  }

  /// Whether sound at the beginning is on a page that libraries misread.
  var hasMisreadSound: Bool { misread != nil }

  /// Packets of sound that end on the page which ends the headers, and the page's time stamp where it has one.
  var soundAmongHeaders: (packets: Int, granule: Int64?) { (packets.endsLeft, Self.granule(packets)) }

  /// 0 is what a page of headers says, whatever a tagger has left on it.
  private static func granule(_ feed: OggPacketFeed) -> Int64? {
    feed.currentPage.flatMap { feed.endsLeft > 0 && $0.granule > 0 ? $0.granule : nil }
  }

  /// A page to be written.
  private struct Made {
    var flags: UInt8 = 0
    var granule: Int64 = 0
    var lacing: [UInt8] = []
    var body: [UInt8] = []
  }

  /// The misread sound on a page as it should be. vorbisfile can't seek where the first page has no time stamp, so that
  /// the pages up to the next one that has it are added.
  /// - Parameter last: becomes the last page whose sound is in it.
  /// - Returns: nil where there is none, or not all of it.
  private func soundPage(_ source: ByteSource, before end: Int64, last: inout OggPacketFeed)
    throws(MediaError)
    -> Made?
  {
    guard let misread, let page = misread.currentPage, page.end <= end else { return nil }
    last = misread
    var made = Made(
      flags: page.flags & OggPage.endFlag, granule: Self.granule(misread) ?? -1,
      lacing: Array(misread.lacingLeft))
    made.body = try source.bytes(made.lacing.reduce(0) { $0 + Int($1) }, at: misread.position)
    while made.granule == -1, let feed = try last.pageBehind(), let page = feed.currentPage, page.end <= end,
      page.continuesPacket == (made.lacing.last == 255), made.lacing.count + page.segments.count <= 255
    {
      made.flags |= page.flags & OggPage.endFlag
      made.granule = page.granule
      made.lacing += page.segments
      made.body += try source.bytes(page.bodyBytes, at: page.bodyStart)
      last = feed
    }
    return made
  }

  /// How many frames a stream that was cut from a longer one has before its position 0. Its first time stamp is less than
  /// the packets up to there amount to, in other programs' files also below 0. Vorbis and Opus mean those frames to be
  /// dropped (Vorbis I specification A.2); vorbisfile gives them all the same, and opusfile refuses the stream (RFC 7845 4.3).
  /// - Parameter duration: of a packet, by its first two bytes and whether it is the stream's first one; nil where it is
  ///   broken.
  func framesBeforeStart(_ duration: ([UInt8]) -> Int64?) throws(MediaError) -> Int64 {
    guard let (frames, page) = try firstTime(duration) else { return 0 }
    // On the last page, less means that the end is cut off.
    let (before, overflow) = frames.subtractingReportingOverflow(page.granule)
    return page.endsStream || overflow || before > StreamFormat.frameLimit ? 0 : max(0, before)
  }

  /// The frames of the packets up to the first time stamp, and the page that has it; nil where there is none or a packet
  /// is broken.
  /// - Parameter duration: as in `framesBeforeStart`.
  func firstTime(_ duration: ([UInt8]) -> Int64?) throws(MediaError) -> (frames: Int64, page: OggPage)? {
    var feed = packets
    var frames: Int64 = 0
    for _ in 0..<Self.packetLimit {
      guard try feed.next() else { return nil }
      let head = try feed.take(2)
      try feed.skip(.max)
      guard let page = feed.currentPage, let count = duration(head) else { return nil }
      frames += count
      // A page of headers has 0 as well; the next page gives the same difference.
      if feed.endsLeft > 0 || page.granule == -1 || page.granule == 0 { continue }
      return (frames, page)
    }
    return nil
  }

  /// The stream with a front of our own, without comments.
  /// - Parameter shift: what is added to its time stamps.
  /// - Returns: nil where no sound follows the front.
  func rebuilt(_ source: ByteSource, _ type: FileType, body: Range<Int64>, shift: Int64 = 0)
    throws(MediaError) -> StreamWindow.Part?
  {
    let comments: [UInt8]
    switch type {
    case .vorbis: comments = VorbisSetup.noComments
    case .opus: comments = Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    default: return nil
    }
    var last = packets
    let sound = try soundPage(source, before: body.upperBound, last: &last)
    let next = try last.pageBehind()?.currentPage
    guard isPlain, sound != nil || next?.continuesPacket == false, let bodyStart = last.currentPage?.end,
      sound != nil || bodyStart < body.upperBound
    else { return nil }
    let headers = setup.isEmpty ? [comments] : [comments, setup]
    let lacing = headers.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
    var bodies = headers.flatMap { $0 }[...]
    var pages: [Made] = []
    for start in stride(from: 0, to: lacing.count, by: 255) {
      let part = Array(lacing[start..<min(lacing.count, start + 255)])
      let size = part.reduce(0) { $0 + Int($1) }
      pages.append(
        Made(flags: pages.last?.lacing.last == 255 ? 1 : 0, lacing: part, body: Array(bodies.prefix(size))))
      bodies = bodies.dropFirst(size)
    }
    // Headers are numbered from 0, sound as its next page wants it: libraries ignore a gap between them, where a stream
    // begins, and no other.
    var head = firstPacket
    // opusfile refuses family 255. Family 1 has the same table, and names the speakers.
    if type == .opus, head[18] == 255 { head[18] = 1 }
    var front = OggPage.bytes(
      flags: firstPage.flags, serial: firstPage.serial, sequence: 0, lacing: firstPage.segments[...],
      body: head[...])
    for (number, page) in pages.enumerated() {
      front += OggPage.bytes(
        flags: page.flags, serial: firstPage.serial, sequence: UInt32(number + 1), lacing: page.lacing[...],
        body: page.body[...])
    }
    if let sound {
      front += OggPage.bytes(
        flags: sound.flags, granule: sound.granule == -1 ? -1 : sound.granule &+ shift,
        serial: firstPage.serial,
        sequence: (next?.sequence ?? 1) &- 1, lacing: sound.lacing[...], body: sound.body[...])
    }
    return StreamWindow.Part(
      prefix: front, body: bodyStart..<max(bodyStart, body.upperBound), granuleShift: shift)
  }
}
