/// Why a song stands where it does in a list of what was listened to.
public enum ListedReason: Hashable, Sendable {
  /// When it was played last, in seconds since 1970; nil where nobody knew the time.
  case lastPlayed(Int64?)
  case plays(Int)
  /// Days of the listening clock since it was played.
  case unplayed(days: Int)
  /// From 0 to 100.
  case score(Double)
}
