/// Which fields of a song are read into a record.
public struct SongParts: Hashable, Sendable {
  public var tags: TagSet
  public var uri: Bool
  /// The times, the format and the length.
  public var facts: Bool

  /// Tags that the songs of an album share.
  public static let ofAlbums = SongParts(tags: TagSet([.artist, .album, .albumArtist, .genre, .date]))

  init(tags: TagSet = TagSet(), uri: Bool = false, facts: Bool = false) {
    self.tags = tags
    self.uri = uri
    self.facts = facts
  }

  /// Those of an answer.
  /// - Parameter tags: nil where URIs are enough.
  init(shown tags: TagSet?) { self.init(tags: tags ?? TagSet(), uri: true, facts: tags != nil) }

  func union(_ other: SongParts) -> SongParts {
    SongParts(tags: tags.union(other.tags), uri: uri || other.uri, facts: facts || other.facts)
  }
}
