/// The priorities of a queue's rows as stored. Nearly all are 0, so only the others are kept.
struct StoredPriorities {
  private var raised: [UInt32: UInt8] = [:]

  /// Takes in a row as read.
  mutating func load(entry: UInt32, priority: UInt8) {
    if priority != 0 { raised[entry] = priority }
  }

  /// The indices of `list` whose rows may hold another priority; what `list` says is stored from then on.
  mutating func become(_ list: some Collection<(entry: UInt32, priority: UInt8)>) -> [Int] {
    var changed: [Int] = []
    var now: [UInt32: UInt8] = [:]
    for (index, (entry, priority)) in list.enumerated() {
      if priority != 0 { now[entry] = priority }
      if (raised.isEmpty ? 0 : raised[entry] ?? 0) != priority { changed.append(index) }
    }
    raised = now
    return changed
  }
}
