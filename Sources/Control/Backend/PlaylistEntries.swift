public import Player

/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var tracks: [TrackReference]
  /// nil after the last page.
  public var next: Listing.Cursor?

  public init(tracks: [TrackReference], next: Listing.Cursor? = nil) {
    self.tracks = tracks
    self.next = next
  }
}
