extension [UInt8] {
  /// Hands `body` these bytes as a C string. A NUL within would end it early: paths never hold one.
  func withTerminator<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { fatalError("never empty") }
      return unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}
