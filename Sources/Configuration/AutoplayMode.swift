/// What sounds after the start.
public enum AutoplayMode: String, CaseIterable, Hashable, Sendable {
  /// Queue, entry, position and modes as they were; where there was none: everything, in natural order.
  case resume
  /// Everything, in natural order.
  case all
  /// Everything, shuffled.
  case shuffle
  /// Nothing.
  case off
}
