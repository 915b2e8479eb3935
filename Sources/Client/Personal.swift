/// Personal data of a song, and how often it was heard.
package struct Personal: Encodable, Equatable {
  package var uri: String
  package var favourite: Bool
  /// 0 to 10.
  package var rating: Int?
  /// `RRGGBB`, six hexadecimal digits.
  package var colour: String?
  /// Lines, parted by line feeds.
  package var note: String?
  package var plays: Int?
  package var skips: Int?
  /// As in `2026-01-31T12:34:56Z`.
  package var lastPlayed: String?
  /// When the jukebox saw it first, likewise.
  package var added: String?

  package init?(_ answer: Answer) {
    guard let uri = answer["file"] else { return nil }
    self.uri = uri
    favourite = answer["favourite"] == "1"
    rating = answer.integer("rating")
    colour = answer["colour"]
    note = answer.text("note")
    plays = answer.integer("plays")
    skips = answer.integer("skips")
    lastPlayed = answer["last_played"]
    added = answer["added"]
  }
}
