public import Model

/// What was found for what a person typed.
public struct LookupResult: Hashable, Sendable {
  /// The best first.
  public var songs: [Song]
  /// Those of the songs, in the same order.
  public var tracks: [TrackReference]
  /// What may have been meant instead, where nothing was found.
  public var suggestion: String?

  public init(songs: [Song], tracks: [TrackReference], suggestion: String? = nil) {
    self.songs = songs
    self.tracks = tracks
    self.suggestion = suggestion
  }
}
