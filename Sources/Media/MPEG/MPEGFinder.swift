/// Finds the first frame of an MPEG stream, whatever comes before it.
enum MPEGFinder {
  /// Longest distance from the tags to the first frame.
  static let junkLimit: Int64 = 512 * 1024
  /// Headers that must follow one another for rubbish to be taken for sound.
  private static let headersInRow = 4
  /// Largest and smallest frame of free format, in bytes: mpg123 decodes none larger (MAXFRAMESIZE).
  private static let freeLimit = 3456
  private static let smallestFree = 24

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
        if let header = try confirmed(header, source, at: offset, end: range.upperBound) {
          return Found(offset: offset, header: header)
        }
      }
      start += Int64(chunk)
    }
    return nil
  }

  /// A header with the size of its frame, where further frames of the same stream follow it; nil where not.
  static func confirmed(_ header: MPEGHeader, _ source: ByteSource, at offset: Int64, end: Int64)
    throws(MediaError) -> MPEGHeader?
  {
    guard header.isFree else { return try isStream(source, at: offset, header, end: end) ? header : nil }
    // The next header that agrees may be one by chance: the right one is followed by more.
    let bytes = try source.bytes(freeLimit + MPEGHeader.size, at: offset)
    for size in stride(from: smallestFree, through: bytes.count - MPEGHeader.size, by: 1)
    where bytes[size] == 0xFF {
      guard let next = MPEGHeader(bytes[size...]), next.agrees(with: header), next.channels == header.channels
      else { continue }
      var measured = header
      measured.freeBytes = size - header.paddingBytes
      if try isStream(source, at: offset, measured, end: end) { return measured }
    }
    return nil
  }

  private static func isStream(_ source: ByteSource, at offset: Int64, _ first: MPEGHeader, end: Int64)
    throws(MediaError) -> Bool
  {
    var at = offset
    var header = first
    for count in 1..<headersInRow {
      at += Int64(header.frameBytes)
      // A short file ends before the row is complete. The second header of a free format proves nothing: the size was
      // measured by it.
      if at + Int64(MPEGHeader.size) > end { return count >= (first.isFree ? 3 : 2) || at == end }
      guard let next = first.follower(try source.bytes(MPEGHeader.size, at: at)) else { return false }
      header = next
    }
    return true
  }
}
