import Model

/// The length of a plain Ogg stream from the time stamps of its first and last pages.
enum OggLength {
  /// Bytes searched at the file's end, the second time more than the largest page.
  private static let reaches: [Int64] = [16 * 1024, 144 * 1024]
  /// Pages between the head and the first time stamp of sound.
  private static let pageLimit = 64

  /// - Returns: nil if the file isn't one stream from 0 on (it is chained, or cut from a longer one), or is broken:
  ///   then only decoding gives the length.
  static func frames(
    _ source: ByteSource, _ stream: OggStream, _ head: OggHead, _ front: OggFront, range: Range<Int64>
  ) throws(MediaError) -> Int64? {
    guard try startsAtZero(source, stream, head, front), let page = try lastStamped(source, range),
      page.serial == stream.serial
    else { return nil }
    let length = page.granule - head.preSkip
    return (0...StreamFormat.frameLimit).contains(length) ? length : nil
  }

  /// The time stamp at the end of a link; nil where other streams end after it.
  static func end(of stream: OggStream, _ source: ByteSource, _ range: Range<Int64>) throws(MediaError)
    -> Int64?
  {
    let page = try lastStamped(source, range)
    return page.flatMap {
      $0.serial == stream.serial && (1...StreamFormat.frameLimit).contains($0.granule) ? $0.granule : nil
    }
  }

  /// The last page on which a packet ends.
  private static func lastStamped(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> OggPage?
  {
    for reach in reaches {
      let start = max(range.lowerBound, range.upperBound - reach)
      let bytes = try source.unbuffered(Int(range.upperBound - start), at: start)
      guard bytes.count >= OggPage.headSize else { return nil }
      for i in stride(from: bytes.count - OggPage.headSize, through: 0, by: -1) where bytes[i] == 0x4F {
        guard
          let page = OggPage(
            Array(bytes[i..<min(bytes.count, i + OggPage.headSize + 255)]), offset: start + Int64(i)),
          page.granule >= 0, page.end <= range.upperBound
        else { continue }
        return page
      }
    }
    return nil
  }

  /// Whether the first time stamp is what the packets before it amount to.
  private static func startsAtZero(
    _ source: ByteSource, _ stream: OggStream, _ head: OggHead, _ front: OggFront
  ) throws(MediaError) -> Bool {
    var at = front.soundStart
    var (packets, granule) = front.soundAmongHeaders
    for _ in 0..<pageLimit where granule == nil {
      guard let page = try OggPage(source, at: at) else { return false }
      at = page.end
      guard page.serial == stream.serial else { continue }
      packets += page.segments.count { $0 < 255 }
      if page.granule >= 0 { granule = page.granule }
    }
    guard let granule else { return false }
    guard packets > 0 else { return granule == 0 }
    let count = Int64(packets)
    if stream.type == .opus {
      let (each, rest) = granule.quotientAndRemainder(dividingBy: count)
      if rest == 0, [120, 240, 480, 960, 1920, 2880, 3840, 4800, 5760].contains(each) { return true }
      // The only page of a short stream leaves out the end of its last packets.
      guard let (frames, page) = try front.firstTime(OpusPackets.frames) else { return false }
      return page.endsStream && page.granule <= frames
    }
    // A packet gives at most half a long block; the first gives none.
    return granule <= (count - 1) * head.longBlockFrames / 2
  }
}
