/// How much a playlist has.
public struct PlaylistLength: Hashable, Sendable {
  /// Number of its entries.
  public var entries = 0
  /// Sum of the known durations of its entries.
  public var duration = Duration.zero

  public init() {}

  /// Adds an entry, which lasts as long as its part of its track.
  public mutating func add(_ region: Region, of track: Duration?) {
    entries += 1
    duration += region.length(of: track) ?? .zero
  }
}
