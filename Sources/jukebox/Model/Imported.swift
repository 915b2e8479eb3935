/// What came of a playlist file.
struct Imported: Encodable, Equatable {
  var playlist: String
  var entries: Int
  var matched: Int
  /// What the file says of the songs that are not here; the first 500.
  var unmatched: [String]
  /// Whether the file ends in the middle, or has entries that name nothing.
  var isIncomplete: Bool
  var step: Int

  init?(_ answer: Answer) {
    guard let playlist = answer["playlist"], let step = answer.integer("step") else {
      return nil
    }
    self.playlist = playlist
    self.step = step
    entries = answer.integer("entries") ?? 0
    matched = answer.integer("matched") ?? 0
    unmatched = answer.values("unmatched")
    isIncomplete = answer["incomplete"] == "1"
  }
}
