/// Some songs of a list, to be read a window at a time.
public struct SongPlaces: Hashable, Sendable {
  public var places: [TrackRow]
  /// Reasons for each song's place, in the order of `places`; empty for lists without reasons.
  public var reasons: [ListedReason]
  /// How many the list has.
  public var total: Int

  public init(places: [TrackRow], reasons: [ListedReason] = [], total: Int) {
    self.places = places
    self.reasons = reasons
    self.total = total
  }
}

/// Why a song stands where it does in a list of what was listened to.
public enum ListedReason: Hashable, Sendable {
  /// When it was played last, in seconds since 1970; nil where nobody knew the time.
  case lastPlayed(Int64?)
  case plays(Int)
  /// Days of the listening clock since it was played.
  case unplayed(days: Int)
  /// From 0 to 100.
  case score(Double)
  /// From 0 to 10.
  case rating(Int)
}
