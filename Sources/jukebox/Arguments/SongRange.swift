import ArgumentParser
import Client

/// Songs of a list by their numbers: `3`, or `3-5`.
struct SongRange: ExpressibleByArgument, Equatable {
  /// From 1.
  let numbers: ClosedRange<Int>
  /// `5-3`.
  private let isReversed: Bool

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1],
      min(first, last) >= 1, max(first, last) < Int(Int32.max)
    else { return nil }
    numbers = min(first, last)...max(first, last)
    isReversed = first > last
  }

  /// Reads one of several ranges.
  static func read(_ text: String) throws -> SongRange {
    if let range = SongRange(argument: text) { return range }
    let parts = text.split { $0 == "," || $0 == ";" }.map(String.init)
    guard parts.count > 1, parts.allSatisfy({ SongRange(argument: $0) != nil }) else {
      throw ValidationError("“\(text)” is not a number of a song; expected 3, 3-5, or several: 1 3-5.")
    }
    throw ValidationError("Separate the numbers by blanks, not by commas: \(parts.joined(separator: " ")).")
  }

  private init(_ numbers: ClosedRange<Int>) {
    self.numbers = numbers
    isReversed = false
  }

  /// Refuses numbers the wrong way round.
  func check() throws {
    guard isReversed else { return }
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    throw ValidationError(
      "\(last)-\(first): the first number is larger than the second. Use \(first)-\(last)."
    )
  }

  /// The same songs, each once, those with the highest numbers first: who takes them out so leaves the others' numbers
  /// as they are.
  static func fromTheEnd(_ ranges: [SongRange]) -> [SongRange] {
    var merged: [ClosedRange<Int>] = []
    for range in ranges.map(\.numbers).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged.reversed().map { SongRange($0) }
  }

  /// Refuses numbers that a playlist does not have: who names such has mistyped one.
  /// - Parameter holds: whether it has a song of a number.
  func require(of playlist: String, _ holds: (Int) throws(Failure) -> Bool) throws(Failure) {
    if try holds(numbers.lowerBound), try holds(numbers.upperBound) { return }
    throw .refused(RefusalText.noNumber(in: playlist))
  }

  /// The same of the queue.
  /// - Parameter length: how many songs it has.
  func require(ofQueue length: Int) throws(Failure) {
    if numbers.upperBound <= length { return }
    throw .refused(
      length == 0
        ? QueueText.empty
        : "The queue has \(StatusText.count(length, "song")), no number \(numbers.upperBound). `jukebox queue` shows the numbers."
    )
  }

  /// As the protocol counts, from 0.
  var words: String { "\(numbers.lowerBound - 1):\(numbers.upperBound)" }
}
