/// How long an MPEG stream is: from what its first frame says, else guessed from its size.
struct MPEGLength {
  /// After the cut of delay and padding.
  let frames: Int64
  let isExact: Bool
  let info: MPEGInfo?

  /// Bytes of the file's beginning that are walked for a guess.
  private static let sampleBytes: Int64 = 32 * 1024

  init(_ source: ByteSource, _ found: MPEGFinder.Found, end: Int64) throws(MediaError) {
    let soundBytes = end - found.offset
    let header = found.header
    info = MPEGInfo(header, frame: try source.bytes(header.frameBytes, at: found.offset))
    // A file that was cut off after it was made has fewer bytes than its head says; some encoders miscount a little.
    let isWhole = (info?.bytes).map { $0 <= soundBytes + 1024 } ?? true
    if isWhole, let stated = info?.lengthFrames(header) {
      (frames, isExact) = (stated, true)
      return
    }
    let mean = try Self.meanFrameBytes(source, found, end: end)
    let guess = (Double(soundBytes) / mean).rounded(.down) * Double(header.samplesPerFrame)
    (frames, isExact) = (Int64(exactly: guess) ?? 0, false)
  }

  /// Over the frames at the beginning; of a constant bit rate without the rounding of single frames.
  private static func meanFrameBytes(
    _ source: ByteSource, _ found: MPEGFinder.Found, end: Int64
  ) throws(MediaError) -> Double {
    let first = found.header
    var (at, frames, isConstant) = (found.offset, 0, true)
    while at < min(end, found.offset + sampleBytes) {
      guard let header = first.follower(try source.bytes(MPEGHeader.size, at: at)) else { break }
      if header.bitRate != first.bitRate { isConstant = false }
      at += Int64(header.frameBytes)
      frames += 1
    }
    if (isConstant && !first.isFree) || frames < 2 {
      return Double(first.samplesPerFrame) / 8 * Double(first.bitRate) / Double(first.rate)
    }
    return Double(at - found.offset) / Double(frames)
  }
}
