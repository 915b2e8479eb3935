package import Model

extension VolumeID {
  /// 16 bytes, the first the most significant.
  package var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
  }

  /// Nil unless there are 16.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    func half(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: half(0..<8), low: half(8..<16))
  }
}
