/// Numbers of imports: later ones are higher than all that were there, and two that were begun where the other's volume was
/// not there differ.
enum ImportStep {
  /// Bits that chance fills; what stands above them counts.
  private static let chanceBits: Int64 = 20
  /// Steps that a volume remembers, of all boxes together; each of them remembers `ImportHistory.most` of its own.
  static let mostOnVolume = 100
  /// What a volume may say for others to be counted on from: there is room above.
  static let told: Range<Int64> = 1..<1 << 61

  static func following(_ last: Int64) -> Int64 {
    (((last >> chanceBits) + 1) << chanceBits) | .random(in: 0..<1 << chanceBits)
  }
}
