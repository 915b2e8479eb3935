import Glibc

/// Samples at a lower rate, after a low-pass (a windowed sinc): without the delay of a resampler, whose blocks are long.
struct Decimator {
  /// Samples of the source from one of the result to the next.
  private let step: Double
  /// The low-pass at each of `phases` places between two samples, and at the next one.
  private let rows: [[Float]]
  private let phases: Int
  private var history: [Float]
  /// Index in `history` at which the next output begins.
  private var place = 0.0

  /// - Parameters:
  ///   - step: samples of the source for one of the result; 1 changes nothing.
  ///   - reach: samples of the result that one depends on.
  init(step: Double, reach: Double = 16) {
    self.step = step
    phases = step == step.rounded() ? 1 : 64
    let wide = max(1, step)
    let count = Int(reach * wide) + 1
    let middle = Double(count - 1) / 2
    rows = (0...phases).map { [phases] phase in
      let taps = (0..<count).map { index in
        let away = Double(index) - middle - Double(phase) / Double(phases)
        let x = away * 0.9 / wide
        let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
        return sinc * (0.5 + 0.5 * cos(.pi * min(1, abs(away) / (middle + 1))))
      }
      let sum = taps.reduce(0, +)
      return taps.map { Float($0 / sum) }
    }
    history = [Float](repeating: 0, count: count - 1)
  }

  /// The samples at the lower rate.
  mutating func process(_ source: [Float]) -> [Float] {
    guard step != 1 else { return source }
    history += source
    let count = rows[0].count
    var result: [Float] = []
    result.reserveCapacity(Int(Double(source.count) / step) + 1)
    while Int(place) + count <= history.count {
      let phase = (place - place.rounded(.down)) * Double(phases)
      let (near, next) = (rows[Int(phase)], rows[Int(phase) + 1])
      let part = Float(phase - phase.rounded(.down))
      var sums = (near: Float(0), next: Float(0))
      for index in 0..<count {
        let sample = history[Int(place) + index]
        sums.near += near[index] * sample
        sums.next += next[index] * sample
      }
      result.append(sums.near + (sums.next - sums.near) * part)
      place += step
    }
    let done = min(Int(place), history.count)
    history.removeFirst(done)
    place -= Double(done)
    return result
  }
}
