/// What the first chunks of a WAVE or AIFF file say, and where its ID3v2 tag lies (RIFF 1991; EA IFF 85 and AIFF-C).
struct WaveHeader {
  let type: FileType
  /// An ID3v2 tag in a chunk of its own, as taggers write it.
  private(set) var id3v2: (offset: Int64, header: ID3v2Header)?

  /// Files have a dozen.
  private static let chunkLimit = 1000

  /// - Returns: nil where it is neither, and where the sound is MPEG's: that is found by its frames.
  init?(_ source: ByteSource, _ body: Range<Int64>) throws(MediaError) {
    let head = try source.bytes(12, at: body.lowerBound)
    guard head.count == 12 else { return nil }
    switch (String(decoding: head[0..<4], as: UTF8.self), String(decoding: head[8..<12], as: UTF8.self)) {
    case ("RIFF", "WAVE"), ("RF64", "WAVE"): type = .wave
    case ("FORM", "AIFF"), ("FORM", "AIFC"): type = .aiff
    default: return nil
    }
    let isBig = type == .aiff
    var at = body.lowerBound + 12
    for _ in 0..<Self.chunkLimit {
      let chunk = try source.unbuffered(10, at: at)
      guard chunk.count >= 8 else { return }
      let bytes = chunk[4..<8].enumerated().reduce(Int64(0)) {
        $0 | Int64($1.element) << Int64(8 * (isBig ? 3 - $1.offset : $1.offset))
      }
      switch String(decoding: chunk[0..<4], as: UTF8.self) {
      case "fmt " where chunk.dropFirst(8).elementsEqual([0x55, 0]): return nil
      case "id3 ", "ID3 ":
        if let header = ID3v2Header(try source.unbuffered(ID3v2Header.size, at: at + 8)),
          header.totalBytes <= body.upperBound - at - 8
        {
          id3v2 = (at + 8, header)
        }
      default: break
      }
      // A chunk begins at an even place.
      at += 8 + bytes + bytes & 1
    }
  }
}
