/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var entries: [PlaylistEntry]
  /// Rows of those that are songs of the playlist's own volume, by which they are found sooner; one for each entry, or none
  /// at all.
  public var places: [TrackRow?]
  /// Known fields of absent songs, by the places of their entries among these: shown for a song of which only the URI
  /// is known.
  public var told: [Int: SourceTrack]
  /// Number of further entries of a playlist file that match no song.
  public var missing: Int?
  /// nil after the last page.
  public var next: Cursor?

  public var tracks: [TrackReference] { entries.map(\.track) }

  public init(
    entries: [PlaylistEntry] = [], places: [TrackRow?] = [], told: [Int: SourceTrack] = [:],
    next: Cursor? = nil
  ) {
    self.entries = entries
    self.places = places
    self.told = told
    self.next = next
  }
}
