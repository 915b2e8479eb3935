import Glibc

/// Finds the pitch of a stretch of sound by its normalised square difference (McLeod and Wyvill, "A smarter way to find
/// pitch", 2005): the first of its peaks that is nearly as high as the highest. The period is measured over as many periods
/// as fit, which makes high tones as precise as low ones.
@safe final class PitchFinder {
  private static let highestHertz = 4200.0
  /// The part of the highest peak that the first one has at least.
  private static let nearly: Float = 0.9
  /// The part of the first peak that a multiple of its lag has at least, to measure the period by.
  private static let like: Float = 0.95
  /// The longest lag that a high tone is measured by: a vibrato changes little meanwhile.
  private static let longest = 0.02

  /// Samples of a stretch.
  let window: Int
  private let rate: Double
  private let lowestHertz: Double
  private let autocorrelation: Autocorrelation
  private var products: [Float]
  /// The normalised square difference of each lag, -1 to 1.
  private var likeness: [Float]

  /// - Parameters:
  ///   - seconds: of a stretch: two periods of the lowest tone and more.
  ///   - lowestHertz: lower tones are not found.
  init(rate: Int, seconds: Double, lowestHertz: Double) {
    self.rate = Double(rate)
    self.lowestHertz = lowestHertz
    window = Int(self.rate * seconds)
    let lags = Int(self.rate / lowestHertz) + 2
    autocorrelation = Autocorrelation(count: window, lags: lags)
    products = [Float](repeating: 0, count: lags)
    likeness = products
  }

  struct Pitch {
    let hertz: Double
    /// How periodic it is, 0 to 1.
    let clarity: Double
  }

  /// - Parameter samples: `window` of them, with a mean near 0.
  /// - Returns: nil if nothing is periodic.
  func pitch(of samples: [Float]) -> Pitch? {
    autocorrelation.apply(to: samples, into: &products)
    var energy = Double(products[0]) * 2
    guard energy > 1e-9 else { return nil }
    for lag in likeness.indices {
      if lag > 0 {
        let (first, last) = (samples[lag - 1], samples[window - lag])
        energy -= Double(first * first + last * last)
      }
      likeness[lag] = energy > 1e-9 ? min(Float(Double(2 * products[lag]) / energy), 1) : 0
    }
    let peaks = peaks()
    guard let highest = peaks.map({ likeness[$0] }).max(), highest > 0,
      let first = peaks.first(where: { likeness[$0] >= highest * Self.nearly })
    else { return nil }
    let period = period(near: first)
    let hertz = rate / period
    guard lowestHertz...Self.highestHertz ~= hertz else { return nil }
    return Pitch(hertz: hertz, clarity: Double(likeness[first]))
  }

  /// The highest lag of each stretch above zero, after the first one around lag 0.
  private func peaks() -> [Int] {
    var peaks: [Int] = []
    var lag = 1
    while lag < likeness.count, likeness[lag] > 0 { lag += 1 }
    let least = Int(rate / Self.highestHertz)
    var best: Int?
    while lag < likeness.count - 1 {
      if likeness[lag] > 0 {
        if likeness[lag] > likeness[best ?? 0] || best == nil { best = lag }
      } else if let found = best {
        if found >= least { peaks.append(found) }
        best = nil
      }
      lag += 1
    }
    // The last one may still rise.
    if let best, best >= least, best < likeness.count - 2 { peaks.append(best) }
    return peaks
  }

  /// In samples: by the first peak, then by those at twice, three times … its lag.
  private func period(near first: Int) -> Double {
    var period = top(first)
    var number = 2.0
    while true {
      let expected = period * number
      guard expected < Self.longest * rate, Int(expected) + 3 < likeness.count else { return period }
      var lag = Int(expected.rounded())
      for near in lag - 1...lag + 1 where likeness[near] > likeness[lag] { lag = near }
      guard likeness[lag] >= likeness[first] * Self.like, likeness[lag] >= likeness[lag - 1],
        likeness[lag] >= likeness[lag + 1]
      else { return period }
      period = top(lag) / number
      number += 1
    }
  }

  /// The top of a parabola through a peak and its neighbours.
  private func top(_ lag: Int) -> Double {
    let (before, peak, after) = (
      Double(likeness[lag - 1]), Double(likeness[lag]), Double(likeness[lag + 1])
    )
    let bend = before - 2 * peak + after
    return bend < 0 ? Double(lag) + 0.5 * (before - after) / bend : Double(lag)
  }
}
