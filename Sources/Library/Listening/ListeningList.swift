/// Tracks in an order that comes from how they were listened to.
public enum ListeningList: String, Hashable, Sendable, CaseIterable {
  /// What was played last is first.
  case recentlyPlayed
  case mostPlayed
  /// In natural order.
  case neverPlayed
  /// What was liked and has not been played for long: the longest first.
  case forgotten
  /// By their score, the best first.
  case ranking
  /// The best of these (`Affinity`).
  case lovely
}
