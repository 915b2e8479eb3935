public import Player

/// Some of a playlist's entries, in their order.
public struct PlaylistPage: Hashable, Sendable {
  /// Tracks of any volume, there or not.
  public var tracks: [TrackReference] = []
  /// nil after the last page.
  public var next: PlaylistCursor?
}
