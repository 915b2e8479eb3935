import Glibc

/// Splits samples into bass, middle and treble: a low-pass at 250 Hz, a high-pass at 2.5 kHz, and what both leave between
/// them, by Butterworth filters of second order (Robert Bristow-Johnson's Audio EQ Cookbook, Q 0.707).
struct BandSplit {
  /// In Hz; at low rates at most 0.45 of the rate.
  static let edges = (250.0, 2500.0)

  /// Lanes: low-pass at the lower edge, high-pass at the lower edge, high-pass at the upper edge, and the low-pass at the
  /// upper edge that the second one goes through.
  private var b0 = SIMD4<Float>()
  private var b1 = SIMD4<Float>()
  private var b2 = SIMD4<Float>()
  private var a1 = SIMD4<Float>()
  private var a2 = SIMD4<Float>()
  private var z1 = SIMD4<Float>()
  private var z2 = SIMD4<Float>()
  /// Last output of the second filter: the fourth takes it a sample later.
  private var between: Float = 0

  init(rate: Int) {
    let lower = min(Self.edges.0, 0.45 * Double(rate))
    let upper = min(Self.edges.1, 0.45 * Double(rate))
    for (lane, (hertz, isHigh)) in [(lower, false), (lower, true), (upper, true), (upper, false)].enumerated()
    {
      let w = 2 * Double.pi * hertz / Double(rate)
      let alpha = sin(w) / 2.0.squareRoot()
      let a0 = 1 + alpha
      let side = isHigh ? (1 + cos(w)) / 2 : (1 - cos(w)) / 2
      b0[lane] = Float(side / a0)
      b1[lane] = Float((isHigh ? -2 : 2) * side / a0)
      b2[lane] = b0[lane]
      a1[lane] = Float(-2 * cos(w) / a0)
      a2[lane] = Float((1 - alpha) / a0)
    }
  }

  /// - Returns: bass, middle, treble.
  mutating func split(_ sample: Float) -> SIMD3<Float> {
    let input = SIMD4<Float>(sample, sample, sample, between)
    let output = b0 * input + z1
    z1 = b1 * input - a1 * output + z2
    z2 = b2 * input - a2 * output
    between = output.y
    return SIMD3(output.x, output.w, output.z)
  }

  /// Numbers so small that processors are slow with them become zero.
  mutating func settle() {
    for lane in 0..<4 where abs(z1[lane]) + abs(z2[lane]) < 1e-20 { (z1[lane], z2[lane]) = (0, 0) }
    if abs(between) < 1e-20 { between = 0 }
  }
}
