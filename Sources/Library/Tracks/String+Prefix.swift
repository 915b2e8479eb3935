extension String {
  /// The longest prefix, in whole Unicode scalars, that fits into a number of bytes of UTF-8; nil if none fits.
  package func prefix(bytes count: Int) -> String? {
    var end = utf8.index(startIndex, offsetBy: max(0, count), limitedBy: endIndex) ?? endIndex
    // Continuation bytes; characters would be sought from the end of a text that may be one of megabytes.
    while end > startIndex, end < endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return end > startIndex ? String(self[..<end]) : nil
  }
}
