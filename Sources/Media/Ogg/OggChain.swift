import Model

/// One stream of a chain, and its range in the file with the streams multiplexed with it.
struct OggLink {
  let stream: OggStream
  let body: Range<Int64>
}

/// The streams of an Ogg file that follow one another (RFC 3533 4). A binary search finds the first page of the next
/// stream in some twenty reads.
enum OggChain {
  /// A file of more is a recorded radio station's; its rest isn't played.
  private static let linkLimit = 1000
  /// Pages in what is left after halving, and marks of pages that are tried at a place.
  private static let pageLimit = 10_000
  private static let markLimit = 64
  /// Streams beside each other.
  private static let streamLimit = 16
  private static let reach: Int64 = 2 * Int64(OggPage.sizeLimit)

  /// Consecutive streams of one format, which one decoder plays.
  struct Run {
    var links: [OggLink]
    var body: Range<Int64> { links[0].body.lowerBound..<links[links.count - 1].body.upperBound }
    var type: FileType { links[0].stream.type }
  }

  /// - Parameter first: the first stream of the file.
  /// - Returns: one at least. Streams that aren't played are left out.
  static func runs(_ source: ByteSource, _ first: OggStream, _ body: Range<Int64>) throws(MediaError) -> [Run]
  {
    let last = try lastPage(source, max(body.lowerBound, body.upperBound - reach)..<body.upperBound)
    var runs: [Run] = []
    var start = body.lowerBound
    for number in 0..<linkLimit where start < body.upperBound {
      let link = start..<body.upperBound
      let end = number == linkLimit - 1 ? body.upperBound : try linkEnd(source, link, last: last)
      let stream = number == 0 ? first : try playable(source, at: start)
      if let stream {
        let link = OggLink(stream: stream, body: start..<end)
        // libFLAC knows no chains.
        if let last = runs.last, last.type == stream.type, last.body.upperBound == start,
          stream.type != .oggFLAC
        {
          runs[runs.count - 1].links.append(link)
        } else {
          runs.append(Run(links: [link]))
        }
      }
      start = end
    }
    return runs
  }

  private static func playable(_ source: ByteSource, at offset: Int64) throws(MediaError) -> OggStream? {
    do throws(MediaError) { return try OggStream(source, at: offset) } catch {
      if case .io = error { throw error }
      return nil
    }
  }

  /// Returns the offset at which the next stream begins; the range's end where there is none.
  /// - Parameter last: the last page of the file.
  private static func linkEnd(_ source: ByteSource, _ range: Range<Int64>, last: OggPage?) throws(MediaError)
    -> Int64
  {
    var serials: Set<UInt32> = []
    var at = range.lowerBound
    while serials.count < streamLimit, let page = try OggPage(source, at: at), page.beginsStream {
      serials.insert(page.serial)
      at = page.end
    }
    // A plain file ends with a page of its own stream.
    guard !serials.isEmpty, let last, last.offset >= at, !serials.contains(last.serial) else {
      return range.upperBound
    }
    var (low, high) = (at, last.offset)
    while high - low > reach {
      let middle = low + (high - low) / 2
      if let page = try nextPage(source, middle..<high), serials.contains(page.serial) {
        low = page.end
      } else {
        high = middle
      }
    }
    for _ in 0..<pageLimit where low < range.upperBound {
      var next = try OggPage(source, at: low)
      if next == nil { next = try nextPage(source, low..<range.upperBound) }
      guard let page = next else { break }
      // A page of another stream that doesn't begin one is rubbish.
      if !serials.contains(page.serial), page.beginsStream { return page.offset }
      low = page.end
    }
    return range.upperBound
  }

  /// The first whole page from a place on; nil where none begins within some more than the largest page.
  private static func nextPage(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> OggPage? {
    let count = Int(min(reach, range.upperBound - range.lowerBound))
    let bytes = try source.unbuffered(count + OggPage.sizeLimit, at: range.lowerBound)
    var marks = 0
    for i in 0..<max(0, min(count, bytes.count - OggPage.headSize))
    where bytes[i] == 0x4F && bytes[i..<i + 4].elementsEqual("OggS".utf8) {
      marks += 1
      if marks > markLimit { return nil }
      if let page = page(bytes, i, range.lowerBound) { return page }
    }
    return nil
  }

  private static func lastPage(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> OggPage? {
    let bytes = try source.unbuffered(Int(range.upperBound - range.lowerBound), at: range.lowerBound)
    var marks = 0
    for i in stride(from: bytes.count - OggPage.headSize, through: 0, by: -1)
    where bytes[i] == 0x4F && bytes[i..<i + 4].elementsEqual("OggS".utf8) {
      marks += 1
      if marks > markLimit { return nil }
      if let page = page(bytes, i, range.lowerBound) { return page }
    }
    return nil
  }

  /// The page that begins at a place and has the right checksum.
  private static func page(_ bytes: [UInt8], _ place: Int, _ offset: Int64) -> OggPage? {
    guard
      let page = OggPage(
        Array(bytes[place..<min(bytes.count, place + OggPage.headSize + 255)]), offset: offset + Int64(place))
    else { return nil }
    let size = Int(page.end - page.offset)
    guard place + size <= bytes.count, OggPage.hasRightChecksum(Array(bytes[place..<place + size])) else {
      return nil
    }
    return page
  }
}
