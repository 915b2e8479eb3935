/// Sums over the playable tracks of one or more volumes.
public struct Counts: Hashable, Sendable {
  public var songs: Int64 = 0
  public var artists: Int64 = 0
  public var albums: Int64 = 0
  public var playtime: Duration = .zero
  public init() {}
}
