/// Times, sorted, for the median and the share that is asked for.
struct Percentiles {
  private let sorted: [Int64]

  init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

  /// The time that this share (0...1) of all did not exceed, in microseconds.
  func microseconds(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let index = min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1)
    return Double(sorted[max(0, index)]) / 1000
  }

  /// A line for `board/lab/benchmark`.
  var line: String {
    "n=\(sorted.count) p50=\(microseconds(0.5)) p99=\(microseconds(0.99)) max=\(microseconds(1))"
  }
}
