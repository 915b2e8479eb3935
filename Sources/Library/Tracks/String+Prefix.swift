extension String {
  /// As much of it, in whole Unicode scalars, as fits into so many bytes of UTF-8; nil where nothing does.
  func prefix(bytes count: Int) -> String? {
    var end = utf8.index(startIndex, offsetBy: max(0, count), limitedBy: endIndex) ?? endIndex
    // Continuation bytes; characters would be sought from the end of a text that may be one of megabytes.
    while end > startIndex, end < endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return end > startIndex ? String(self[..<end]) : nil
  }
}
