public import Player

/// Some of a playlist's entries, in their order.
public struct PlaylistPage: Hashable, Sendable {
  /// Of any volume, there or not.
  public var entries: [PlaylistEntry] = []
  /// nil after the last page.
  public var next: PlaylistCursor?

  public var tracks: [TrackReference] { entries.map(\.track) }
}
