/// Looks at every byte that vorbisfile reads while it opens a file, for the headers of chained streams: libvorbis
/// divides by a codebook's dimensions and builds tables of any stated size, so every setup packet must be checked
/// first.
///
/// A header passes only if libogg can't read it in another way: whole consecutive pages of one stream, with right
/// checksums.
final class VorbisLinkGuard {
  private let source: ByteSource
  /// The last bytes seen, and where the next ones would follow them.
  private var carry: [UInt8] = []
  private var next: Int64 = -1
  /// Offsets of harmless marks: vorbisfile reads many places more than once.
  private var passed: Set<Int64> = []
  /// Heads that were tried, and what libvorbis keeps of each: the streams of a chain have mostly the same.
  private var tried: [[UInt8]: Int] = [:]
  /// Bytes of heads that may still be looked at, and values in tables that may still be tried.
  private var bytesLeft = StreamWindow.callBudget
  private var valuesLeft = VorbisSetup.valueLimit
  /// Bytes that vorbisfile may still store in memory.
  private var memoryLeft = VorbisLinkGuard.memoryLimit

  private static let mark: [UInt8] = [1] + Array("vorbis".utf8)
  /// From the beginning of a page to its first packet.
  private static let reach = OggPage.headSize + 255
  /// Largest head in bytes, comments included.
  private static let headLimit = 8 << 20
  /// In one file: no sound holds the mark but by chance, and a file of a thousand streams has a thousand.
  private static let markLimit = 10_000
  /// For all heads together, in bytes; one of the usual encoder takes some 40 KB. A bit in a file can become 8 bytes.
  private static let memoryLimit = 96 << 20
  /// Cost of a trial besides the tables, in values.
  private static let trialCost = 8192

  init(_ source: ByteSource) { self.source = source }

  /// Whether `chunk` may be seen.
  /// - Parameter offset: of its first byte in the file.
  func passes(_ chunk: [UInt8], at offset: Int64) -> Bool {
    if offset != next { carry = [] }
    let bytes = carry + chunk
    let base = offset - Int64(carry.count)
    next = offset + Int64(chunk.count)
    carry = Array(bytes.suffix(Self.mark.count - 1))
    guard bytes.count >= Self.mark.count else { return true }
    // Bytes before the chunk: fetched once, and only if the chunk has a mark.
    var before: [UInt8]?
    for i in 0...(bytes.count - Self.mark.count) where bytes[i] == 1 && bytes[i...].starts(with: Self.mark) {
      let packet = base + Int64(i)
      if passed.contains(packet) { continue }
      guard passed.count < Self.markLimit else { return false }
      let from = max(0, base - Int64(Self.reach))
      guard let fetched = before ?? (try? source.bytes(Int(base - from), at: from)) else { return false }
      before = fetched
      let front = (fetched.suffix(max(0, Self.reach - i)) + bytes[max(0, i - Self.reach)..<i])
      guard isSound(Array(front), before: packet) else { return false }
      passed.insert(packet)
    }
    return true
  }

  /// - Parameters:
  ///   - front: the bytes before `packet`, as many as a page's head may have.
  ///   - packet: where the first packet of a stream may stand.
  private func isSound(_ front: [UInt8], before packet: Int64) -> Bool {
    guard front.count > OggPage.headSize else { return true }
    // A page's header may be within another one: whichever libogg takes must be sound.
    for start in 0..<(front.count - OggPage.headSize)
    where front[start] == 0x4F && Int(front[start + 26]) == front.count - start - OggPage.headSize {
      let offset = packet - Int64(front.count - start)
      guard let page = OggPage(Array(front[start...]), offset: offset), page.beginsStream else { continue }
      guard (try? isSoundHead(page)) == true else { return false }
    }
    // Not at the beginning of a stream: nothing that libvorbis would take for a head.
    return true
  }

  private func isSoundHead(_ first: OggPage) throws(MediaError) -> Bool {
    var (page, packets, total) = (first, 0, 0)
    var (head, setup): ([UInt8], [UInt8]) = ([], [])
    while true {
      let size = Int(page.end - page.offset)
      total += size
      bytesLeft -= size
      guard total <= Self.headLimit, bytesLeft >= 0 else { return false }
      let whole = try source.bytes(size, at: page.offset)
      guard whole.count == size, OggPage.hasRightChecksum(whole), page.serial == first.serial,
        page.offset == first.offset || !page.beginsStream
      else { return false }
      var at = whole.count - page.bodyBytes
      for segment in page.segments {
        if packets == 0 { head += whole[at..<at + Int(segment)] }
        if packets == 2 { setup += whole[at..<at + Int(segment)] }
        at += Int(segment)
        if segment == 255 { continue }
        packets += 1
        if packets == 3 { return isSound(head, setup) }
      }
      guard let following = try OggPage(source, at: page.end) else { return false }
      page = following
    }
  }

  private func isSound(_ head: [UInt8], _ setup: [UInt8]) -> Bool {
    if let bytes = tried[head + setup] {
      memoryLeft -= bytes
      return memoryLeft >= 0
    }
    guard let size = VorbisSetup.size(setup) else { return false }
    valuesLeft -= size.values + Self.trialCost
    memoryLeft -= size.bytes
    guard valuesLeft >= 0, memoryLeft >= 0, VorbisSetup.decodes(head: head, setup: setup) else {
      return false
    }
    tried[head + setup] = size.bytes
    return true
  }
}
