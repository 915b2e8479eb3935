/// Some tracks of a list.
public struct ListeningPage: Hashable, Sendable {
  public var rows: [TrackRow] = []
  /// How many there are in all.
  public var total: Int64 = 0
}
