/// Which bytes of a file a body has: `bytes FIRST-LAST/SIZE` (RFC 9110, 14.4).
struct ContentRange: Equatable {
  let bytes: Range<Int>
  /// Size of the whole file in bytes.
  let size: Int

  /// - Returns: nil for any other text, also for a range that goes beyond the file.
  init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = Int(parts[1]) else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= first,
      last < size
    else { return nil }
    (bytes, self.size) = (first..<last + 1, size)
  }

  init?(whole size: Int) {
    guard size >= 0 else { return nil }
    (bytes, self.size) = (0..<size, size)
  }
}
