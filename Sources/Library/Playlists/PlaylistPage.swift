public import Model

/// Some of a playlist's entries, in their order.
public struct PlaylistPage: Hashable, Sendable {
  /// Entries of any volume, present or not.
  public var entries: [PlaylistEntry] = []
  /// The rows of those that are tracks of the playlist's own volume, by which they are found sooner; as many as entries.
  public var rows: [TrackRow?] = []
  /// Number of a playlist file's other entries, whose songs are missing; nil for a playlist.
  public var missing: Int?
  /// nil after the last page.
  public var next: PlaylistCursor?

  public var tracks: [TrackReference] { entries.map(\.track) }
}
