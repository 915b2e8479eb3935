import Glibc

/// Finds the pitch of a stretch of sound by its normalised square difference (McLeod and Wyvill, "A smarter way to find
/// pitch", 2005): the first of its peaks that is nearly as high as the highest. The period is measured over as many periods
/// as fit, which makes high tones as precise as low ones.
@safe final class PitchFinder {
  private static let highestHertz = 4200.0
  /// How much lower than the highest peak the first one may be: the more, the less periodic the sound is. A clean tone whose
  /// even partials prevail has a peak at half its period that is lower by little.
  private static let slope = 8.0
  private static let drops = 0.01...0.1
  /// The part of the first peak that a multiple of its lag has at least, to measure the period by.
  private static let like = 0.95
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
    let peaks = peaks().map { top($0) }
    guard let highest = peaks.map(\.height).max(), highest > 0 else { return nil }
    let drop = min(max(Self.slope * (1 - highest), Self.drops.lowerBound), Self.drops.upperBound)
    guard let first = peaks.first(where: { $0.height >= highest - drop }) else { return nil }
    let hertz = rate / period(from: first)
    guard lowestHertz...Self.highestHertz ~= hertz else { return nil }
    return Pitch(hertz: hertz, clarity: min(first.height, 1))
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
  private func period(from first: (lag: Double, height: Double)) -> Double {
    var period = first.lag
    var number = 2.0
    while true {
      let expected = period * number
      guard expected < Self.longest * rate, Int(expected) + 3 < likeness.count else { return period }
      let middle = Int(expected.rounded())
      let lag = (middle - 1...middle + 1).max { likeness[$0] < likeness[$1] } ?? middle
      let next = top(lag)
      guard next.height >= first.height * Self.like, abs(next.lag - Double(lag)) <= 1 else { return period }
      period = next.lag / number
      number += 1
    }
  }

  /// The top of a cosine through a peak and its neighbours: few samples show it if the tone is high.
  private func top(_ lag: Int) -> (lag: Double, height: Double) {
    let (before, peak, after) = (
      Double(likeness[lag - 1]), Double(likeness[lag]), Double(likeness[lag + 1])
    )
    let cosine = (before + after) / (2 * peak)
    guard peak > 0, abs(cosine) < 1 else { return (Double(lag), peak) }
    let step = acos(cosine)
    let phase = atan2((after - before) / (2 * sin(step)), peak)
    return (Double(lag) + phase / step, peak / cos(phase))
  }
}
