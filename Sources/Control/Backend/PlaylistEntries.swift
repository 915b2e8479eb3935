public import Model

/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var entries: [PlaylistEntry]
  /// Where their songs were found, as far as that is known: as many, or none.
  public var places: [TrackRow?]
  /// What is known of songs that are not here, by the places of their entries among these: as they are told in place of a
  /// song of which only the URI is known. An empty URI leaves that as it is.
  public var told: [Int: Song]
  /// Of a playlist file, how many entries it has besides that are no songs here.
  public var missing: Int?
  /// nil after the last page.
  public var next: Cursor?

  public init(
    entries: [PlaylistEntry], places: [TrackRow?] = [], told: [Int: Song] = [:], next: Cursor? = nil
  ) {
    self.entries = entries
    self.places = places
    self.told = told
    self.next = next
  }
}
