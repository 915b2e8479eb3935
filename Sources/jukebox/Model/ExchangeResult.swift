/// What was done to a volume by `sync`, `backup` or `restore`.
struct ExchangeResult: Equatable {
  struct Conflict: Encodable, Equatable {
    var playlist: String
    /// What the other side's is called now.
    var other: String
  }

  var volume: String
  var written: [String] = []
  var taken: [String] = []
  var removed: [String] = []
  var dropped: [String] = []
  var conflicts: [Conflict] = []
  var unmatched: [String] = []
  /// Playlists that stay on their side alone.
  var left: [String] = []
  /// Why each of them does, in the protocol's words; none where an earlier version answers.
  var reasons: [String] = []
  var file: String?
  var rows: Int?
  /// Songs that something is said of and that are not here.
  var missing: Int?
  /// Nothing could be written there.
  var isReadOnly = false
  /// Why nothing was done, in the jukebox's words.
  var error: String?
  var errorKey: ErrorKey?

  /// Whether there are volumes, and none of them takes writes.
  static func isNoneWritten(_ results: [ExchangeResult]) -> Bool {
    !results.isEmpty && results.allSatisfy(\.isReadOnly)
  }

  static func all(_ answer: Answer) -> [ExchangeResult] {
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
