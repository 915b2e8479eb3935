/// What people say of a song, and how often it was heard.
struct Personal: Encodable, Equatable {
  var uri: String
  var favourite: Bool
  /// 0 to 10.
  var rating: Int?
  /// `RRGGBB`, six hexadecimal digits.
  var colour: String?
  /// Lines, parted by line feeds.
  var note: String?
  var plays: Int?
  var skips: Int?
  /// As in `2026-01-31T12:34:56Z`.
  var lastPlayed: String?
  /// When the jukebox saw it first, likewise.
  var added: String?

  init?(_ answer: Answer) {
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
