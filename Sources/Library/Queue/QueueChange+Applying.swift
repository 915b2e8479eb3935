import Model

extension QueueChange {
  /// Changes a list of entries as this one changes the queue.
  /// - Returns: false where it doesn't fit the list, which is of no use then.
  func apply(to list: inout [UInt32]) -> Bool {
    func fits(_ range: Range<Int>) -> Bool { range.lowerBound >= 0 && range.upperBound <= list.count }
    switch self {
    case .insert(let entries, let at):
      guard fits(at..<at) else { return false }
      list.insert(contentsOf: entries.lazy.map(\.id.rawValue), at: at)
    case .remove(let range):
      guard fits(range) else { return false }
      list.removeSubrange(range)
    case .removeEntries(let entries):
      let gone = Set(entries.map(\.rawValue))
      list.removeAll { gone.contains($0) }
    case .clear: list = []
    case .move(let range, let to):
      guard fits(range) else { return false }
      let moved = Array(list[range])
      list.removeSubrange(range)
      guard fits(to..<to) else { return false }
      list.insert(contentsOf: moved, at: to)
    case .swap(let a, let b):
      guard list.indices.contains(a), list.indices.contains(b) else { return false }
      list.swapAt(a, b)
    case .reorder(let entries, let at):
      guard at >= 0, fits(at..<(at + entries.count)) else { return false }
      list.replaceSubrange(at..<(at + entries.count), with: entries.lazy.map(\.rawValue))
    case .prioritise, .relocate, .setRegion, .setTags: break
    }
    return true
  }

  /// How much of a batch of changes it takes: one, or as many as it inserts.
  var weight: Int {
    if case .insert(let entries, _) = self { return max(1, entries.count) }
    return 1
  }
}
