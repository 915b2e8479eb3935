/// The packets of one stream of an Ogg file, read piece by piece: a packet as long as a picture is skipped page by page.
struct OggPacketFeed: ByteFeed {
  private let source: ByteSource
  private let serial: UInt32
  private var page: OggPage?
  /// The next lacing value of the page.
  private var segment = 0
  /// Offset of the next byte in the file, and number of bytes from it on in the segments joined so far.
  private(set) var position: Int64 = 0
  private var joined = 0
  private var packetEnds = false
  /// Bytes of the present packet, taken and skipped so far.
  private(set) var packetBytes: Int64 = 0
  private var pagesLeft = OggPacketFeed.pageLimit

  /// Pages that are walked: taggers put 4 KiB on each, and a picture of 12 MB, as text, has 16 MB.
  private static let pageLimit = 32_768

  /// Before the second packet (the first one is in `stream.head`).
  init(_ source: ByteSource, _ stream: OggStream) {
    self.source = source
    serial = stream.serial
    position = stream.offset
    page = nil
    isFirst = true
  }

  private var isFirst: Bool

  /// Goes to the next packet.
  /// - Returns: false where there is none.
  mutating func next() throws(MediaError) -> Bool {
    if isFirst {
      isFirst = false
      guard let first = try OggPage(source, at: position) else { return false }
      page = first
      segment = 0
      position = first.bodyStart
      joined = 0
      packetEnds = false
    }
    try skip(.max)
    guard packetEnds else { return false }
    packetEnds = false
    joined = 0
    packetBytes = 0
    return try join()
  }

  /// Joins the following segments of the packet, over a page's end too.
  /// - Returns: false at the packet's end, and where the file ends.
  private mutating func join() throws(MediaError) -> Bool {
    while joined == 0, !packetEnds {
      guard let now = page else { return false }
      if segment == now.segments.count {
        guard try nextPage(after: now) else { return false }
        continue
      }
      while segment < now.segments.count {
        let size = now.segments[segment]
        segment += 1
        joined += Int(size)
        if size < 255 {
          packetEnds = true
          break
        }
      }
    }
    return joined > 0
  }

  private mutating func nextPage(after now: OggPage) throws(MediaError) -> Bool {
    var at = now.end
    while pagesLeft > 0 {
      pagesLeft -= 1
      guard let next = try OggPage(source, at: at) else { break }
      if next.serial == serial {
        page = next
        segment = 0
        position = next.bodyStart
        return true
      }
      at = next.end
    }
    page = nil
    return false
  }

  mutating func take(_ count: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if joined == 0, try !join() { break }
      let piece = try source.bytes(min(count - bytes.count, joined), at: position)
      if piece.isEmpty { break }
      bytes += piece
      position += Int64(piece.count)
      packetBytes += Int64(piece.count)
      joined -= piece.count
    }
    return bytes
  }

  mutating func skip(_ count: Int64) throws(MediaError) {
    var left = count
    while left > 0 {
      if joined == 0, try !join() { break }
      let step = Int(min(left, Int64(joined)))
      position += Int64(step)
      packetBytes += Int64(step)
      joined -= step
      left -= Int64(step)
    }
  }

  /// The lacing values of the present page after the packet, once that is skipped: from `position` on.
  var lacingLeft: ArraySlice<UInt8> { page?.segments[segment...] ?? [] }

  /// How many packets end among `lacingLeft`.
  var endsLeft: Int { lacingLeft.count { $0 < 255 } }

  /// At the stream's next page; nil where there is none.
  func pageBehind() throws(MediaError) -> OggPacketFeed? {
    var copy = self
    guard let now = page, try copy.nextPage(after: now) else { return nil }
    return copy
  }

  /// The page on which the present packet continues or ended.
  var currentPage: OggPage? { page }
}
