/// In which version each position of the queue last changed. An insertion or removal changes every position behind
/// it, so those are kept as "from here on", in O(1) amortised, instead of being written into each position.
struct ChangeLog: Sendable {
  /// The versions of changes that keep to a range, by position.
  private var single: [UInt32] = []
  /// "From `start` on, all changed in `version`": both grow along the array, since a later change of more positions
  /// makes the earlier ones behind it pointless.
  private var tails: [(version: UInt32, start: Int)] = []

  func version(at position: Int) -> UInt32 {
    let own = position < single.count ? single[position] : 0
    // The last tail that begins at or before the position is the newest that covers it.
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if tails[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? own : max(own, tails[low - 1].version)
  }

  mutating func changeTail(from start: Int, version: UInt32) {
    while let last = tails.last, last.start >= start { tails.removeLast() }
    tails.append((version, start))
    if single.count > start { single.removeLast(single.count - start) }
  }

  mutating func change(_ range: Range<Int>, version: UInt32) {
    while single.count < range.upperBound { single.append(0) }
    for position in range { single[position] = version }
  }

  /// Every position counts as changed in `version`.
  mutating func reset(version: UInt32) {
    single.removeAll()
    tails = [(version, 0)]
  }
}
