/// Numbers of imports: later ones are higher, and two that were begun where the other's volume was not there differ.
enum ImportStep {
  /// Bits that chance fills; what stands above them counts.
  private static let chanceBits: Int64 = 20
  /// Steps that are remembered.
  private static let most: Int64 = 20

  static func following(_ last: Int64) -> Int64 {
    (((last >> chanceBits) + 1) << chanceBits) | .random(in: 0..<1 << chanceBits)
  }

  /// The last that is not remembered any more once there is `step`.
  static func lastForgotten(at step: Int64) -> Int64 { (((step >> chanceBits) - most + 1) << chanceBits) - 1 }
}
