/// Where entries go in the queue.
public enum QueuePlace: Hashable, Sendable {
  case end
  /// Before the entry that is at this position now; the queue's count means the end.
  case position(Int)
  /// So many entries after the current one: 0 is right behind it (MPD's `+N`).
  case afterCurrent(Int)
  /// So many entries before the current one: 0 is right before it (MPD's `-N`).
  case beforeCurrent(Int)
}
