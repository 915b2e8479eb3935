import Model

extension QueueChange {
  /// The entries after this change of `list`; nil where it doesn't fit the list.
  func applied(to list: [UInt32]) -> [UInt32]? {
    var list = list
    func fits(_ range: Range<Int>) -> Bool { range.lowerBound >= 0 && range.upperBound <= list.count }
    switch self {
    case .insert(let entries, let at):
      guard fits(at..<at) else { return nil }
      list.insert(contentsOf: entries.map(\.id.rawValue), at: at)
    case .remove(let range):
      guard fits(range) else { return nil }
      list.removeSubrange(range)
    case .removeEntries(let entries):
      let gone = Set(entries.map(\.rawValue))
      list.removeAll { gone.contains($0) }
    case .clear: list = []
    case .move(let range, let to):
      guard fits(range) else { return nil }
      let moved = list[range]
      list.removeSubrange(range)
      guard fits(to..<to) else { return nil }
      list.insert(contentsOf: moved, at: to)
    case .swap(let a, let b):
      guard list.indices.contains(a), list.indices.contains(b) else { return nil }
      list.swapAt(a, b)
    case .reorder(let entries, let at):
      guard at >= 0, fits(at..<(at + entries.count)) else { return nil }
      list.replaceSubrange(at..<(at + entries.count), with: entries.map(\.rawValue))
    case .prioritise, .relocate, .setRegion: break
    }
    return list
  }
}
