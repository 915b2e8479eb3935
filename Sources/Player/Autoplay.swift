/// What plays when the jukebox is switched on.
public enum Autoplay: String, Hashable, Sendable, CaseIterable {
  /// Queue, entry, position and modes as they were; where there is no queue, as `all`.
  case resume
  /// Everything that the volumes hold, in natural order.
  case all
  /// Everything, at random.
  case shuffle
  /// Nothing; the queue is there as it was.
  case off
}
