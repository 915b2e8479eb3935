import Glibc

/// The straight line through beats: a beat each `period` seconds from `start` on.
struct BeatLine {
  var start: Double
  var period: Double
  /// The median distance of the beats from the line, in seconds.
  var error = 0.0

  init(start: Double, period: Double) {
    self.start = start
    self.period = period
  }

  /// By least squares, repeated without distant beats.
  /// - Parameters:
  /// - times: of the beats.
  /// - period: approximate.
  init?(_ times: [Double], period: Double) {
    guard times.count >= 4, let first = times.first else { return nil }
    // Beats are counted by the intervals between them, so that a missing or extra one does no harm.
    var numbers = [0]
    for index in 1..<times.count {
      let steps = max(((times[index] - times[index - 1]) / period).rounded(), 1)
      numbers.append((numbers.last ?? 0) + Int(steps))
    }
    self.start = first
    self.period = period
    var kept = Array(times.indices)
    for _ in 0..<4 {
      let count = Double(kept.count)
      let meanTime = kept.reduce(0) { $0 + times[$1] } / count
      let meanNumber = kept.reduce(0) { $0 + Double(numbers[$1]) } / count
      var (product, square) = (0.0, 0.0)
      for index in kept {
        let number = Double(numbers[index]) - meanNumber
        product += number * (times[index] - meanTime)
        square += number * number
      }
      guard square > 0 else { return nil }
      self.period = product / square
      start = meanTime - self.period * meanNumber
      let errors = times.indices.map { abs(times[$0] - start - self.period * Double(numbers[$0])) }
      error = errors.sorted()[errors.count / 2]
      kept = times.indices.filter { errors[$0] <= max(3 * error, 0.002) }
      guard kept.count >= 4 else { return nil }
    }
    guard self.period > 0 else { return nil }
  }

  /// The beats from one time to another.
  func beats(from: Double, to: Double) -> [Double] {
    let first = Int(((from - start) / period).rounded(.up))
    let last = Int(((to - start) / period).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).map { start + Double($0) * period }
  }
}
