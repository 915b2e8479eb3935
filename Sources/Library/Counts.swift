/// Sums over the playable tracks of one or more volumes.
public struct Counts: Hashable, Sendable {
  public var songs: Int64 = 0
  public var artists: Int64 = 0
  public var albums: Int64 = 0
  public var playtime: Duration = .zero
  public init() {}
}

extension Counts {
  /// What two volumes have; an artist on both counts twice.
  static func + (a: Counts, b: Counts) -> Counts {
    var sum = a
    sum.songs += b.songs
    sum.artists += b.artists
    sum.albums += b.albums
    sum.playtime += b.playtime
    return sum
  }
}
