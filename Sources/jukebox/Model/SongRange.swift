import ArgumentParser

/// Songs of a list by their numbers: `3`, or `3-5`.
struct SongRange: ExpressibleByArgument, Equatable {
  /// From 1.
  let numbers: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 1,
      last >= first, last < Int(Int32.max)
    else { return nil }
    numbers = first...last
  }

  /// As the protocol counts, from 0.
  var words: String { "\(numbers.lowerBound - 1):\(numbers.upperBound)" }
}
