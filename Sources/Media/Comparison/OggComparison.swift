import Model

/// Compares two Ogg files but for the comments (RFC 3533): a tagger writes the headers' pages again and counts all later ones
/// otherwise.
struct OggComparison {
  private let source: ByteSource
  private let end: Int64
  private var at: Int64
  private var sequence: UInt32?

  /// Header packets with their pages are read into memory up to this size.
  private static let mostHeaderBytes = 32 << 20

  static func requireSame(
    _ old: (source: ByteSource, body: Range<Int64>), _ new: (source: ByteSource, body: Range<Int64>),
    type: FileType
  ) throws(SoundPartsFault) {
    var (one, other) = (OggComparison(old), OggComparison(new))
    let (mine, its) = (try one.headers(type), try other.headers(type))
    guard mine.count == its.count else { throw .different("the number of its headers") }
    // The second packet is the comments.
    for (index, (a, b)) in zip(mine, its).enumerated() where index != 1 && a != b {
      throw .different("a header")
    }
    while true {
      let (a, b) = (try one.next(), try other.next())
      guard let a else {
        if b != nil { throw .different("its sound") }
        return
      }
      guard let b, a.page.flags == b.page.flags, a.page.granule == b.page.granule,
        a.page.serial == b.page.serial,
        a.page.segments == b.page.segments, a.body == b.body
      else { throw .different("its sound") }
      guard b.isWhole || !a.isWhole, b.follows || !a.follows else { throw .different("its checksums") }
    }
  }

  private init(_ file: (source: ByteSource, body: Range<Int64>)) {
    (source, end, at) = (file.source, file.body.upperBound, file.body.lowerBound)
  }

  private struct Page {
    let page: OggPage
    let body: [UInt8]
    /// Whether the checksum is right.
    let isWhole: Bool
    /// Whether its number is the next one.
    let follows: Bool
  }

  private mutating func next() throws(SoundPartsFault) -> Page? {
    guard at < end else { return nil }
    let found: (page: OggPage, bytes: [UInt8])?
    do throws(MediaError) {
      found = try OggPage(source, at: at).map { (page) throws(MediaError) in
        (page, page.end <= end ? try source.bytes(Int(page.end - page.offset), at: page.offset) : [])
      }
    } catch {
      throw .media(error)
    }
    guard let (page, bytes) = found, !bytes.isEmpty else { throw .unknown("its pages have gaps") }
    let follows = page.beginsStream || sequence.map { $0 &+ 1 == page.sequence } ?? true
    sequence = page.sequence
    at = page.end
    return Page(
      page: page, body: Array(bytes[Int(page.bodyStart - page.offset)...]),
      isWhole: OggPage.hasRightChecksum(bytes),
      follows: follows)
  }

  /// The packets before the sound.
  private mutating func headers(_ type: FileType) throws(SoundPartsFault) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var packet: [UInt8] = []
    var wanted = type == .vorbis ? 3 : 2
    var (serial, size) = (UInt32?.none, 0)
    while packets.count < wanted {
      guard let page = try next() else { throw .unknown("its headers cannot be read") }
      guard serial == nil || serial == page.page.serial else { throw .unknown("it has several streams") }
      serial = page.page.serial
      size += page.body.count
      guard size <= Self.mostHeaderBytes else { throw .unknown("a header is too long") }
      var start = 0
      for (index, segment) in page.page.segments.enumerated() {
        packet += page.body[start..<(start + Int(segment))]
        start += Int(segment)
        if segment == 255 { continue }
        packets.append(packet)
        packet = []
        if type == .oggFLAC, packets.count == 1 { wanted = try Self.headerCount(packets[0]) }
        if packets.count == wanted {
          guard index == page.page.segments.count - 1 else {
            throw .unknown("its sound begins in a header's page")
          }
          break
        }
      }
    }
    return packets
  }

  /// Returns the number of header packets of FLAC in Ogg, the first one included (RFC 9639 10.1).
  private static func headerCount(_ first: [UInt8]) throws(SoundPartsFault) -> Int {
    guard first.count > 9 else { throw .unknown("its headers cannot be read") }
    let count = Int(first[7]) << 8 | Int(first[8])
    guard (1...1000).contains(count) else { throw .unknown("it does not say how many headers it has") }
    return count + 1
  }
}
