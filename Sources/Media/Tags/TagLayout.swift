/// The places of a file's tags around its sound. Only their headers are read here.
struct TagLayout {
  /// Offset and header of each ID3v2 tag at the beginning.
  private(set) var id3v2: [(offset: Int64, header: ID3v2Header)] = []
  /// An ID3v2 tag at the end (found by its footer).
  private(set) var appendedID3v2: (offset: Int64, header: ID3v2Header)?
  /// Offset of the 128 bytes of ID3v1.
  private(set) var id3v1: Int64?
  /// The items of an APE tag: their place, and the count in the tag's header.
  private(set) var ape: (items: Range<Int64>, count: Int)?
  /// The range between the tags.
  private(set) var body: Range<Int64>

  private static let tagLimit = 16

  init(_ source: ByteSource) throws(MediaError) {
    body = 0..<source.size
    var start: Int64 = 0
    while id3v2.count < Self.tagLimit,
      let header = ID3v2Header(try source.bytes(ID3v2Header.size, at: start))
    {
      id3v2.append((start, header))
      // A tag that claims more than the file has is lying: what follows its header is searched for sound.
      guard start + header.totalBytes <= source.size else {
        start += Int64(ID3v2Header.size)
        break
      }
      start += header.totalBytes
    }
    body = start..<max(start, source.size)
    for _ in 0..<Self.tagLimit {
      guard try dropLastTag(source) else { return }
    }
  }

  /// Another tag that was found among the sound's own chunks.
  mutating func add(_ tag: (offset: Int64, header: ID3v2Header)) { id3v2.append(tag) }

  private mutating func dropLastTag(_ source: ByteSource) throws(MediaError) -> Bool {
    let foot = Int64(160)
    let at = max(body.lowerBound, body.upperBound - foot)
    let bytes = try source.unbuffered(Int(body.upperBound - at), at: at)
    func ends(with text: String, before: Int) -> Bool {
      bytes.count >= before && bytes[(bytes.count - before)...].starts(with: text.utf8)
    }
    if id3v1 == nil, ends(with: "TAG", before: 128) {
      id3v1 = body.upperBound - 128
      return shorten(by: 128)
    }
    if ends(with: "APETAGEX", before: 32) {
      let tail = Array(bytes.suffix(32))
      func number(_ at: Int) -> Int64 { (0..<4).reduce(0) { $0 | Int64(tail[at + $1]) << Int64(8 * $1) } }
      let size = number(12)
      let hasHeader = number(20) & 0x8000_0000 != 0
      let isFooter = number(20) & 0x2000_0000 == 0
      let total = size + (hasHeader ? 32 : 0)
      guard isFooter, size >= 32, total <= body.upperBound - body.lowerBound else { return false }
      if ape == nil { ape = ((body.upperBound - size)..<(body.upperBound - 32), Int(number(16))) }
      return shorten(by: total)
    }
    if ends(with: "LYRICS200", before: 9), bytes.count >= 15 {
      let digits = bytes[(bytes.count - 15)..<(bytes.count - 9)]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
      return shorten(by: digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) } + 15)
    }
    if bytes.count >= ID3v2Header.size,
      let header = ID3v2Header(Array(bytes.suffix(ID3v2Header.size)), mark: "3DI"),
      header.bodyBytes + 20 <= body.upperBound - body.lowerBound
    {
      appendedID3v2 = (body.upperBound - header.bodyBytes - 20, header)
      return shorten(by: header.bodyBytes + 20)
    }
    return false
  }

  private mutating func shorten(by count: Int64) -> Bool {
    guard count > 0, count <= body.upperBound - body.lowerBound else { return false }
    body = body.lowerBound..<(body.upperBound - count)
    return true
  }
}
