import Control
import Library
import Model

/// Reads tracks as they are stored into the lines of a search.
struct LineReader {
  private let lookedAt: TrackParts
  private let shown: TrackParts

  init(_ question: FoundLines.Question) {
    lookedAt = TrackParts(question.lookedAt, withKeys: false)
    shown = TrackParts(question.shown)
  }

  var readsOnlyURIs: Bool { lookedAt.isURI && shown.isURI }

  /// Adds a track that the filter takes: no more is read of another than what the filter looks at.
  /// - Returns: the bytes of its lines; nil where no further one is wanted.
  func add(_ track: StoredTrack, to lines: inout FoundLines) throws(StoreError) -> Int? {
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
