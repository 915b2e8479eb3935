/// The rows that tracks have here by the numbers that they had in a backup: half of what a dictionary of them takes, as there
/// may be a million.
struct RowNumbers {
  private var pairs: [(number: Int64, row: Int64)] = []
  private var isSorted = true
  /// By the places of the pairs.
  private var mentions: [Bool] = []

  /// A later one with the same number counts.
  mutating func add(_ number: Int64, row: Int64) {
    if let last = pairs.last, number <= last.number { isSorted = false }
    pairs.append((number, row))
  }

  /// Once all were added: those of a backup come in rising order, unless somebody has edited it.
  mutating func end() {
    if !isSorted {
      pairs.sort { $0.number < $1.number }
      var kept = 0
      for place in pairs.indices {
        // What is sorted stays in its order among equals.
        if kept > 0, pairs[kept - 1].number == pairs[place].number { kept -= 1 }
        pairs[kept] = pairs[place]
        kept += 1
      }
      pairs.removeLast(pairs.count - kept)
      isSorted = true
    }
    mentions = Array(repeating: false, count: pairs.count)
  }

  /// The row of a track with data of people; nil if there is none.
  mutating func mention(_ number: Int64) -> Int64? {
    let place = pairs.partitioningIndex { $0.number >= number }
    guard place < mentions.count, pairs[place].number == number else { return nil }
    mentions[place] = true
    return pairs[place].row
  }

  /// The rows that were mentioned.
  var mentioned: some Sequence<Int64> {
    pairs.indices.lazy.filter { mentions[$0] }.map { pairs[$0].row }
  }
}
