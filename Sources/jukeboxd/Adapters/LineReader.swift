import Control
import Library
import Model

/// Reads tracks as they are stored into the lines of a search.
struct LineReader: Sendable {
  private let lookedAt: TrackParts
  private let shown: TrackParts
  private let ofAlbum: TrackParts

  init(_ question: FoundLines.Question) {
    lookedAt = TrackParts(question.lookedAt, withKeys: false)
    shown = TrackParts(question.shown)
    ofAlbum = TrackParts(SongParts.ofAlbums, withKeys: false)
  }

  var readsOnlyURIs: Bool { lookedAt.isURI && shown.isURI }

  /// Whether tracks with the tags of an album may be wanted.
  @Sendable func mayTake(_ lines: inout FoundLines, _ album: StoredTrack) throws(StoreError) -> Bool {
    try album.read(ofAlbum, into: &lines.record)
    return lines.mayHaveWanted()
  }

  /// Adds a track that the filter takes: no more is read of another than what the filter looks at.
  /// - Returns: the bytes of its lines; nil where no further one is wanted.
  @Sendable func add(to lines: inout FoundLines, _ track: StoredTrack) throws(StoreError) -> Int? {
    try track.read(lookedAt, into: &lines.record)
    guard lines.isWanted() else { return lines.goesOn ? 0 : nil }
    try track.read(shown, into: &lines.record)
    let bytes = lines.add()
    return lines.goesOn ? bytes : nil
  }
}

extension TrackParts {
  /// Numbers texts as `SongRecord` has them for Control.
  init(_ parts: SongParts, withKeys: Bool = true) {
    var texts: [TagTally.Field: Text] = [:]
    for tag in Tag.allCases where parts.tags.contains(tag) {
      if let field = tag.field { texts[field] = Text(number: tag.rawValue, key: withKeys ? tag.key : []) }
    }
    self.init(texts, uri: parts.uri, facts: parts.facts)
  }
}
