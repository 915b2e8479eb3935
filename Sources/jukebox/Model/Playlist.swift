/// A playlist that the jukebox keeps.
struct Playlist: Encodable, Equatable {
  var name: String
  /// When it was changed last, as in `2026-01-31T12:34:56Z`; nil where the jukebox did not know the time.
  var changed: String?

  static func all(_ answer: Answer) -> [Playlist] {
    answer.items(beginningWith: "playlist").map { item in
      Playlist(name: item["playlist"] ?? "", changed: item["Last-Modified"])
    }
  }
}
