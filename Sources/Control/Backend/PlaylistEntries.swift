public import Player

/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var entries: [PlaylistEntry]
  /// What is known of songs that are not here, by the places of their entries among these: as they are told in place of a
  /// song of which only the URI is known. An empty URI leaves that as it is.
  public var told: [Int: Song]
  /// nil after the last page.
  public var next: Listing.Cursor?

  public init(entries: [PlaylistEntry], told: [Int: Song] = [:], next: Listing.Cursor? = nil) {
    self.entries = entries
    self.told = told
    self.next = next
  }
}
