/// Finds the first frame of an MPEG stream behind whatever stands before it.
enum MPEGFinder {
  /// How far behind the tags the first frame may stand.
  static let junkLimit: Int64 = 512 * 1024
  /// Headers that must follow one another for rubbish to be taken for sound.
  private static let headersInRow = 4

  struct Found {
    let offset: Int64
    let header: MPEGHeader
  }

  /// - Parameter range: of the file, without the tags at its ends.
  static func firstFrame(in source: ByteSource, range: Range<Int64>) throws(MediaError) -> Found? {
    let chunk = 4096
    var start = range.lowerBound
    let limit = min(range.upperBound, range.lowerBound + junkLimit)
    while start < limit {
      // Three bytes of overlap, so that a header across two chunks is seen.
      let bytes = try source.bytes(chunk + MPEGHeader.size - 1, at: start)
      guard bytes.count >= MPEGHeader.size else { return nil }
      for i in 0...(bytes.count - MPEGHeader.size) where bytes[i] == 0xFF {
        guard let header = MPEGHeader(bytes[i...]) else { continue }
        let offset = start + Int64(i)
        if offset >= limit { return nil }
        if try isStream(source, at: offset, header, end: range.upperBound) {
          return Found(offset: offset, header: header)
        }
      }
      start += Int64(chunk)
    }
    return nil
  }

  /// Whether further frames of the same stream follow a header.
  static func isStream(_ source: ByteSource, at offset: Int64, _ first: MPEGHeader, end: Int64)
    throws(MediaError) -> Bool
  {
    var at = offset
    var header = first
    for count in 1..<headersInRow {
      at += Int64(header.frameBytes)
      // A short file ends before the row is complete.
      if at + Int64(MPEGHeader.size) > end { return count >= 2 || at == end }
      let bytes = try source.bytes(MPEGHeader.size, at: at)
      guard let next = MPEGHeader(bytes[...]), next.agrees(with: first) else { return false }
      header = next
    }
    return true
  }
}
