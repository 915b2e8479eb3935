/// The priorities of a queue's rows as stored. Nearly all are 0, so only the others are kept.
struct StoredPriorities {
  private var raised: [UInt32: UInt8] = [:]

  /// Takes in a row as read.
  mutating func load(entry: UInt32, priority: UInt8) {
    if priority != 0 { raised[entry] = priority }
  }

  func of(_ entry: UInt32) -> UInt8 { raised[entry] ?? 0 }

  mutating func set(_ entry: UInt32, _ priority: UInt8) { raised[entry] = priority == 0 ? nil : priority }

  /// Forgets entries that are gone and takes in new ones.
  mutating func keep(_ entries: [UInt32], adding new: some Sequence<(UInt32, UInt8)>) {
    for (entry, priority) in new { load(entry: entry, priority: priority) }
    if raised.isEmpty { return }
    let present = Set(entries)
    raised = raised.filter { present.contains($0.key) }
  }

  /// The indices of `list` whose rows may hold another priority; what `list` says is stored from then on.
  mutating func become(_ list: some Collection<(entry: UInt32, priority: UInt8)>) -> [Int] {
    var changed: [Int] = []
    var now: [UInt32: UInt8] = [:]
    for (index, (entry, priority)) in list.enumerated() {
      if priority != 0 { now[entry] = priority }
      if of(entry) != priority { changed.append(index) }
    }
    raised = now
    return changed
  }
}
