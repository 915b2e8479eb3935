/// A song in a list of what was listened to, with what it has its place by.
struct ListenedSong: Encodable, Equatable {
  var song: Song
  var plays: Int?
  /// From 0 to 100.
  var score: Double?
  /// As in `2026-01-31T12:34:56Z`.
  var lastPlayed: String?
  /// Since it was played.
  var days: Int?

  init?(_ answer: Answer) {
    guard let song = Song(answer) else { return nil }
    self.song = song
    plays = answer["plays"].flatMap { Int($0) }
    score = answer["score"].flatMap(Double.init)
    lastPlayed = answer["lastplayed"]
    days = answer["days"].flatMap { Int($0) }
  }

  private enum Keys: CodingKey { case plays, score, lastPlayed, days }

  /// The song's own keys, with the list's beside them.
  func encode(to encoder: any Encoder) throws {
    try song.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(plays, forKey: .plays)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encodeIfPresent(lastPlayed, forKey: .lastPlayed)
    try container.encodeIfPresent(days, forKey: .days)
  }
}
