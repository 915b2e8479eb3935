/// Looks at every byte that vorbisfile reads while it opens a file, for the heads of chained streams: libvorbis divides
/// by a codebook's dimensions and builds tables as large as it is told, so no setup packet may reach it unseen.
///
/// A head passes only where libogg can't read it otherwise than this does: whole pages one behind the other, with right
/// checksums, of one stream.
final class VorbisLinkGuard {
  private let source: ByteSource
  /// The last bytes seen, and where the next ones would follow them.
  private var carry: [UInt8] = []
  private var next: Int64 = -1
  /// Marks seen that begin no stream.
  private var strays = 0

  private static let mark: [UInt8] = [1] + Array("vorbis".utf8)
  /// Of a head, comments included, in bytes.
  private static let headLimit = 8 << 20

  /// Sound holds a mark once in 2⁵⁶ bytes by chance: a file with so many is made to keep its reader busy.
  private static let strayLimit = 1000

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
    for i in 0...(bytes.count - Self.mark.count) where bytes[i] == 1 && bytes[i...].starts(with: Self.mark) {
      guard (try? isSound(at: base + Int64(i))) == true else { return false }
    }
    return true
  }

  /// - Parameter packet: where the first packet of a stream may stand.
  private func isSound(at packet: Int64) throws(MediaError) -> Bool {
    let start = max(0, packet - Int64(OggPage.headSize + 255))
    let before = try source.unbuffered(Int(packet - start), at: start)
    for i in before.indices.dropLast(OggPage.headSize) where before[i] == 0x4F {
      // Its lacing values are all that lies between the page's head and the packet.
      guard before.count - i == OggPage.headSize + Int(before[i + OggPage.headSize - 1]),
        let page = OggPage(Array(before[i...]), offset: start + Int64(i)), page.beginsStream
      else { continue }
      return try isSoundHead(page)
    }
    // Not at the beginning of a stream: nothing that libvorbis would take for a head.
    strays += 1
    return strays <= Self.strayLimit
  }

  private func isSoundHead(_ first: OggPage) throws(MediaError) -> Bool {
    var (page, packets, total) = (first, 0, 0)
    var (head, setup): ([UInt8], [UInt8]) = ([], [])
    while true {
      let whole = try source.bytes(Int(page.end - page.offset), at: page.offset)
      guard whole.count == Int(page.end - page.offset), OggPage.hasRightChecksum(whole) else { return false }
      total += whole.count
      guard total <= Self.headLimit, page.serial == first.serial,
        page.offset == first.offset || !page.beginsStream
      else { return false }
      var at = whole.count - page.bodyBytes
      for segment in page.segments {
        if packets == 0 { head += whole[at..<at + Int(segment)] }
        if packets == 2 { setup += whole[at..<at + Int(segment)] }
        at += Int(segment)
        if segment == 255 { continue }
        packets += 1
        if packets == 3 { return VorbisSetup.isSound(head: head, setup) }
      }
      guard let following = try OggPage(source, at: page.end) else { return false }
      page = following
    }
  }
}
