import Glibc

/// Finds how far from 440 Hz music is tuned: the mean direction of its spectral peaks on a circle that a semitone goes
/// around once.
struct TuningMeter {
  private let hertzPerBin: Double
  private let bins: Range<Int>
  private var x = 0.0
  private var y = 0.0

  /// - Parameter span: samples of the transform.
  init(span: Int) {
    hertzPerBin = Double(TonalCollector.rate) / Double(span)
    bins = Int(180 / hertzPerBin)..<Int(1600 / hertzPerBin)
  }

  /// How much higher than 440 Hz, -0.5 to 0.5.
  var semitones: Double { x == 0 && y == 0 ? 0 : atan2(y, x) / (2 * .pi) }

  /// Reduces the weight of earlier sound by this factor.
  mutating func forget(by factor: Double) { (x, y) = (x * factor, y * factor) }

  mutating func add(_ magnitudes: [Float]) {
    var loudest: Float = 0
    for bin in bins { loudest = max(loudest, magnitudes[bin]) }
    let least = max(loudest * 0.05, 1e-5)
    for bin in bins {
      let here = magnitudes[bin]
      let (below, above) = (magnitudes[bin - 1], magnitudes[bin + 1])
      guard here > least, here > below, here >= above else { continue }
      guard here > 2 * magnitudes[bin - 3], here > 2 * magnitudes[bin + 3] else { continue }
      // The top of a parabola through the logarithms.
      let (low, middle, high) = (log(below + 1e-9), log(here), log(above + 1e-9))
      let offset = Double(0.5 * (low - high) / (low - 2 * middle + high))
      let angle = 2 * Double.pi * 12 * log2((Double(bin) + offset) * hertzPerBin / 440)
      let weight = Double(here).squareRoot()
      x += weight * cos(angle)
      y += weight * sin(angle)
    }
  }
}
