public import Player

/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var entries: [PlaylistEntry]
  /// nil after the last page.
  public var next: Listing.Cursor?

  public init(entries: [PlaylistEntry], next: Listing.Cursor? = nil) {
    self.entries = entries
    self.next = next
  }
}
