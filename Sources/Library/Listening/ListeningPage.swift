public import Model

/// Some tracks of a list.
public struct ListeningPage: Hashable, Sendable {
  public var rows: [TrackRow] = []
  /// By which each has its place: seconds since 1970 of the last play (0 where nobody knew), plays, seconds since the last
  /// play on the listening clock, the sum of what its playings say, the rating, or seconds since 1970 when it came; 0 for
  /// what was never played, and for favourites.
  public var keys: [Double] = []
  /// How many there are in all.
  public var total: Int64 = 0
}
