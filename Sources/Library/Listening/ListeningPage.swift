public import Model

/// Some tracks of a list.
public struct ListeningPage: Hashable, Sendable {
  public var rows: [TrackRow] = []
  /// By which each has its place: seconds since 1970 of the last play (0 where nobody knew), plays, seconds since the last
  /// play on the listening clock, or the sum of what its playings say; 0 for what was never played.
  public var keys: [Double] = []
  /// How many there are in all.
  public var total: Int64 = 0
}
