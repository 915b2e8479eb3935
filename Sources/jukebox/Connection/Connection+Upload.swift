extension Connection {
  /// Bytes of a file in one line.
  private static let partBytes = 9 * 1024

  /// Sends a file, for the command that comes next.
  func upload(_ bytes: [UInt8]) throws(Failure) {
    try ask("importpart", "")
    for start in stride(from: 0, to: bytes.count, by: Self.partBytes) {
      let part = bytes[start..<min(start + Self.partBytes, bytes.count)]
      try ask("importpart", Base64.text(of: part))
    }
  }
}
