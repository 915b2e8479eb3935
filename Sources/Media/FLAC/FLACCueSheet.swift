import Model

/// The tracks of a CUESHEET block (RFC 9639 8.7). It has no titles.
enum FLACCueSheet {
  private static let headBytes = 396
  private static let trackBytes = 36
  private static let indexBytes = 12
  /// The numbers of the lead-out track: of a CD, and of other media.
  private static let leadOut: Set<UInt8> = [170, 255]

  static func chapters(_ feed: RangeFeed, rate: Int) throws(MediaError) -> [Chapter] {
    var feed = feed
    guard let count = try feed.take(headBytes).dropFirst(headBytes - 1).first else { return [] }
    var chapters: [Chapter] = []
    for _ in 0..<count {
      let track = try feed.take(trackBytes)
      guard track.count == trackBytes else { break }
      let offset = number(track[..<8])
      var start = offset
      for index in 0..<track[trackBytes - 1] {
        let bytes = try feed.take(indexBytes)
        guard bytes.count == indexBytes else { return chapters }
        // Index 1 is the track's beginning; a gap may come before it.
        if index == 0 || bytes[8] == 1 {
          let (sum, isTooMuch) = offset.addingReportingOverflow(number(bytes[..<8]))
          start = isTooMuch ? .max : sum
        }
      }
      let isAudio = track[21] & 0x80 == 0
      guard isAudio, !leadOut.contains(track[8]), let frames = Int64(exactly: start),
        let time = ProbeResult.duration(frames: frames, rate: rate)
      else { continue }
      chapters.append(Chapter(start: time))
    }
    return chapters
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
