public import Model

/// Some songs of a list, to be read a window at a time.
public struct SongPlaces: Hashable, Sendable {
  public var places: [TrackRow]
  /// What each has its place by, in the order of `places`; empty where there is no such thing.
  public var reasons: [ListedReason]
  /// How many the list has.
  public var total: Int

  public init(places: [TrackRow], reasons: [ListedReason] = [], total: Int) {
    self.places = places
    self.reasons = reasons
    self.total = total
  }
}
