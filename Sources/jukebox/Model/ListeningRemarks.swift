/// What a song has its place by in a list of what was listened to.
struct ListeningRemarks: SongRemarks {
  var plays: Int?
  /// From 0 to 100.
  var score: Double?
  /// As in `2026-01-31T12:34:56Z`.
  var lastPlayed: String?
  /// Since it was played.
  var days: Int?

  init(_ answer: Answer) {
    plays = answer.integer("plays")
    score = answer.real("score")
    lastPlayed = answer["lastplayed"]
    days = answer.integer("days")
  }
}

typealias ListenedSong = ListedSong<ListeningRemarks>
