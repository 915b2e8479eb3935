import Glibc

/// Takes each Nth sample after a low-pass (a windowed sinc): without the delay of a resampler, whose blocks are long.
struct Decimator {
  let factor: Int
  private let taps: [Float]
  private var history: [Float]
  /// Index in `history` at which the next output begins.
  private var place = 0

  /// - Parameter factor: 1 and up.
  init(factor: Int) {
    self.factor = factor
    let count = factor == 1 ? 1 : 16 * factor + 1
    let middle = Double(count - 1) / 2
    var taps = (0..<count).map { index in
      let x = (Double(index) - middle) * 0.9 / Double(factor)
      let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return sinc * (0.5 + 0.5 * cos(Double.pi * (Double(index) - middle) / (middle + 1)))
    }
    let sum = taps.reduce(0, +)
    for index in taps.indices { taps[index] /= sum }
    self.taps = taps.map { Float($0) }
    history = [Float](repeating: 0, count: count - 1)
  }

  /// The samples at the lower rate.
  mutating func process(_ source: [Float]) -> [Float] {
    history += source
    var result: [Float] = []
    result.reserveCapacity(source.count / factor + 1)
    while place + taps.count <= history.count {
      var sum: Float = 0
      for (index, tap) in taps.enumerated() { sum += tap * history[place + index] }
      result.append(sum)
      place += factor
    }
    let done = min(place, history.count)
    history.removeFirst(done)
    place -= done
    return result
  }
}
