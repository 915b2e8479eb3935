import CLinux

/// How fast a file is read from its storage.
public enum ReadSpeed {
  private static let blockBytes = 256 << 10

  /// Reads a file from its beginning, after the kernel has dropped what it remembers of it (posix_fadvise(2),
  /// POSIX_FADV_DONTNEED), until the time is over or so much is read. One block that takes longer is waited for.
  /// - Returns: bytes per second; nil of a file that is too short to measure.
  public static func bytesPerSecond(
    of file: borrowing Descriptor, within limit: Duration, atMost bytes: Int = 32 << 20
  ) throws(SystemError) -> Double? {
    try pthreadCall("posix_fadvise") { posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED) }
    var block = [UInt8](repeating: 0, count: blockBytes)
    var (total, start) = (0, Instant.now())
    // The first block also waits for a disk that sleeps.
    var isFirst = true
    while total < bytes, isFirst || Instant.now() - start < limit {
      var span = block.mutableSpan
      let count = try file.read(into: &span, at: Int64(total + (isFirst ? 0 : blockBytes)))
      if isFirst {
        (isFirst, start) = (false, .now())
        if count < blockBytes { return nil }
        continue
      }
      guard count > 0 else { break }
      total += count
    }
    let nanoseconds = (Instant.now() - start).nanoseconds
    guard total >= blockBytes, nanoseconds > 0 else { return nil }
    return Double(total) * 1e9 / Double(nanoseconds)
  }
}
