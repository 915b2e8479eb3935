/// Facts from the head of an MPEG-4 file (m4a, m4b, mp4). The head is at the beginning or at the end.
struct MPEG4File {
  let track: MPEG4Track
  /// Place of the tags: the content of `ilst`.
  let tags: Range<Int64>?
  /// The content of `chpl`, Nero's chapters.
  let chapterList: Range<Int64>?
  /// The track of QuickTime's chapters.
  let chapterTrack: MPEG4Track?
  /// The padding that iTunes states.
  let padding: MPEG4Padding?
  let sound: CodedSound

  /// Boxes of a file in fragments: one of each second of 9 h.
  private static let fragmentLimit = 1 << 16
  private static let trackLimit = 64

  static func isHead(_ head: [UInt8]) -> Bool { head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8) }

  init(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) {
    guard let head = try MPEG4Box.first("moov", source, in: range) else { throw .truncated }
    let timescale = try MPEG4Box.first("mvhd", source, in: head.content).flatMap { (box) throws(MediaError) in
      MPEG4Track.times(try box.bytes(source, atMost: 32))?.scale
    }
    var tracks: [MPEG4Track] = []
    try MPEG4Box.forEach(source, in: head.content) { (box) throws(MediaError) in
      if box.type == MPEG4Box.code("trak"), let track = try MPEG4Track(source, box) { tracks.append(track) }
      return tracks.count < Self.trackLimit
    }
    guard
      let track = tracks.first(where: { $0.kind == .sound && $0.codec != nil })
        ?? tracks.first(where: { $0.kind == .sound })
    else { throw .unsupported("MPEG-4 without a track of sound") }
    guard let codec = track.codec else { throw .unsupported("sound of this kind in MPEG-4") }
    self.track = track
    chapterTrack = tracks.first { track.chapterTracks.contains($0.number) && $0.kind == .text }
    let user = try MPEG4Box.first("udta", source, in: head.content)
    chapterList = try user.flatMap { (user) throws(MediaError) in
      try MPEG4Box.first("chpl", source, in: user.content)?.content
    }
    tags = try Self.tags(source, user?.content ?? head.content)

    // Some state half of the rate for HE-AAC, and count the sound at the whole.
    let rate = track.timescale == 2 * codec.rate ? track.timescale : codec.rate
    guard (1...StreamFormat.rateLimit).contains(rate),
      (1...StreamFormat.channelLimit).contains(codec.channels)
    else { throw .unsupported("\(codec.channels) channels at \(rate) Hz") }
    func frames(_ time: Int64, _ scale: Int) -> Int64? {
      scale == rate ? time : Int64(exactly: (Double(time) * Double(rate) / Double(scale)).rounded())
    }
    var media = frames(track.duration, track.timescale) ?? 0
    if media == 0 {
      media = frames(try Self.fragmented(source, range, head.content, track), track.timescale) ?? 0
    }
    // Others count HE-AAC, and iTunSMPB with it, at half of the rate.
    let unit: Int64 = 2 * track.timescale == rate ? 2 : 1
    padding = try MPEG4Padding(source, tags)?.within(media, unit: unit)
    // iTunes leaves out the delay of the decoder's replication.
    let delay = codec.isReplicated ? Self.replicationDelay : 0
    let start =
      padding.map { $0.start * unit + delay } ?? track.editStart.flatMap { frames($0, track.timescale) } ?? 0
    var length: Int64?
    if let padding {
      length = padding.length * unit
    } else if media > start {
      length = media - start
      // An edit list is counted in ticks of the film, often 1 ms: the media says it more exactly, if they agree.
      if let edit = track.editLength, let timescale, timescale > 0, let edited = frames(edit, timescale),
        edited > 0,
        abs(edited - (media - start)) > Int64(rate / timescale + 1)
      {
        length = min(edited, media - start)
      }
    }
    let known = length.flatMap { (1...StreamFormat.frameLimit).contains($0) ? $0 : nil }
    sound = CodedSound(
      type: codec.type, demuxer: "mov",
      format: StreamFormat(
        rate: rate, channels: codec.channels,
        exactBits: ExactBits(codec.bits)),
      bits: codec.bits, start: min(max(0, start), StreamFormat.frameLimit), lengthFrames: known)
  }

  /// Frames of the filters of spectral band replication (ISO/IEC 14496-3, 4.6.18).
  private static let replicationDelay: Int64 = 962

  /// As iTunes has them, and as QuickTime has them.
  private static func tags(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> Range<Int64>? {
    guard let meta = try MPEG4Box.first("meta", source, in: range) else { return nil }
    // QuickTime's has no version before its boxes.
    let head = try meta.bytes(source, atMost: 8)
    let isPlain = head.count == 8 && head[4..<8].elementsEqual("hdlr".utf8)
    let content = (meta.content.lowerBound + (isPlain ? 0 : 4))..<meta.content.upperBound
    return content.isEmpty ? nil : try MPEG4Box.first("ilst", source, in: content)?.content
  }

  /// The sum of the fragments' samples, in ticks of the track; 0 where they do not say it.
  private static func fragmented(
    _ source: ByteSource, _ range: Range<Int64>, _ head: Range<Int64>, _ track: MPEG4Track
  ) throws(MediaError) -> Int64 {
    guard let extended = try MPEG4Box.first("mvex", source, in: head) else { return 0 }
    var usual: UInt64 = 0
    try MPEG4Box.forEach(source, in: extended.content) { (box) throws(MediaError) in
      let bytes = try box.bytes(source, atMost: 24)
      guard box.type == MPEG4Box.code("trex"), BigEndian.number(bytes, 4, 4) == UInt64(track.number) else {
        return true
      }
      usual = BigEndian.number(bytes, 12, 4) ?? 0
      return false
    }
    var sum: UInt64 = 0
    try MPEG4Box.forEach(source, in: range, limit: fragmentLimit) { (box) throws(MediaError) in
      guard box.type == MPEG4Box.code("moof") else { return true }
      try MPEG4Box.forEach(source, in: box.content) { (part) throws(MediaError) in
        guard part.type == MPEG4Box.code("traf") else { return true }
        sum = sum &+ (try fragment(source, part.content, track, usual: usual))
        return true
      }
      return sum < UInt64(StreamFormat.frameLimit)
    }
    return Int64(clamping: min(sum, UInt64(StreamFormat.frameLimit)))
  }

  /// The duration of one fragment's samples.
  private static func fragment(
    _ source: ByteSource, _ range: Range<Int64>, _ track: MPEG4Track, usual: UInt64
  ) throws(MediaError) -> UInt64 {
    var usual = usual
    var sum: UInt64 = 0
    var isOurs = false
    try MPEG4Box.forEach(source, in: range) { (box) throws(MediaError) in
      if box.type == MPEG4Box.code("tfhd") {
        let bytes = try box.bytes(source, atMost: 32)
        isOurs = BigEndian.number(bytes, 4, 4) == UInt64(track.number)
        let flags = BigEndian.number(bytes, 1, 3) ?? 0
        let at = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
        if flags & 8 != 0 { usual = BigEndian.number(bytes, at, 4) ?? usual }
      } else if box.type == MPEG4Box.code("trun"), isOurs {
        let head = try box.bytes(source, atMost: 8)
        guard let flags = BigEndian.number(head, 1, 3), let count = BigEndian.number(head, 4, 4) else {
          return true
        }
        guard flags & 0x100 != 0 else {
          sum = sum &+ count &* usual
          return true
        }
        let step = [0x100, 0x200, 0x400, 0x800].reduce(0) { flags & UInt64($1) != 0 ? $0 + 4 : $0 }
        let first = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        let bytes = try box.bytes(source, atMost: first + step * Int(min(count, 4096)))
        for index in 0..<Int(min(count, 4096)) {
          sum = sum &+ (BigEndian.number(bytes, first + index * step, 4) ?? 0)
        }
      }
      return true
    }
    return sum
  }
}
