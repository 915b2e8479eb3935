/// Result of importing a playlist file.
package struct Imported: Encodable, Equatable {
  package var playlist: String
  package var entries: Int
  package var matched: Int
  /// Descriptions of the missing songs from the file; the first 500.
  package var unmatched: [String]
  /// Whether something of the file is not in the playlist.
  package var isIncomplete: Bool
  /// Entries left out: those beyond the limit of a file, and those that name nothing.
  package var surplus, nameless: Int
  /// The file ends early, is no playlist from some point on, or has more than 4 MiB.
  package var isDamaged, isTooLong: Bool

  package init?(_ answer: Answer) {
    guard let playlist = answer["playlist"] else { return nil }
    self.playlist = playlist
    entries = answer.integer("entries") ?? 0
    matched = answer.integer("matched") ?? 0
    unmatched = answer.values("unmatched")
    isIncomplete = answer["incomplete"] == "1"
    surplus = answer.integer("surplus") ?? 0
    nameless = answer.integer("nameless") ?? 0
    isDamaged = answer["damaged"] == "1"
    isTooLong = answer["toolong"] == "1"
  }
}
