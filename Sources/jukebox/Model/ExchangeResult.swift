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
  var file: String?
  var rows: Int?
  /// Nothing could be written there.
  var isReadOnly = false

  static func all(_ answer: Answer) -> [ExchangeResult] {
    answer.items(beginningWith: "volume").map { item in
      func values(_ key: String) -> [String] { item.pairs.filter { $0.key == key }.map(\.value) }
      var result = ExchangeResult(volume: item["volume"] ?? "")
      result.written = values("written")
      result.taken = values("taken")
      result.removed = values("removed")
      result.dropped = values("dropped")
      result.conflicts = zip(values("conflict"), values("other")).map { Conflict(playlist: $0, other: $1) }
      result.unmatched = values("unmatched")
      result.left = values("left")
      result.file = item["file"]
      result.rows = item["rows"].flatMap { Int($0) }
      result.isReadOnly = item["read_only"] == "1"
      return result
    }
  }
}
