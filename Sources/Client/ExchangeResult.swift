package import Model

/// Result of `sync`, `backup` or `restore` for one volume.
package struct ExchangeResult: Equatable {
  package struct Conflict: Encodable, Equatable {
    package var playlist: String
    /// The new name of the other side's playlist.
    package var other: String
  }

  package var volume: String
  package var written: [String] = []
  package var taken: [String] = []
  package var removed: [String] = []
  package var dropped: [String] = []
  package var conflicts: [Conflict] = []
  package var unmatched: [String] = []
  /// Playlists that stay on their side alone.
  package var left: [String] = []
  /// Why each of them does, in the protocol's words; none where an earlier version answers.
  package var reasons: [String] = []
  package var file: String?
  package var rows: Int?
  /// Songs with data of people that are not on any volume.
  package var missing: Int?
  /// The volume could not be written.
  package var isReadOnly = false
  /// Why nothing was done, in the jukebox's words.
  package var error: String?
  package var errorKey: ErrorKey?

  /// Whether there are volumes, and none of them takes writes.
  package static func isNoneWritten(_ results: [ExchangeResult]) -> Bool {
    !results.isEmpty && results.allSatisfy(\.isReadOnly)
  }

  package static func all(_ answer: Answer) -> [ExchangeResult] {
    answer.items(beginningWith: "volume").map { item in
      var result = ExchangeResult(volume: item["volume"] ?? "")
      result.written = item.values("written")
      result.taken = item.values("taken")
      result.removed = item.values("removed")
      result.dropped = item.values("dropped")
      result.conflicts = zip(item.values("conflict"), item.values("other")).map {
        Conflict(playlist: $0, other: $1)
      }
      result.unmatched = item.values("unmatched")
      result.left = item.values("left")
      result.reasons = item.values("reason")
      result.file = item["file"]
      result.rows = item.integer("rows")
      result.missing = item.integer("missing")
      result.isReadOnly = item["read_only"] == "1"
      result.error = item["error"]
      result.errorKey = item["error_key"].flatMap(ErrorKey.init)
      return result
    }
  }
}
