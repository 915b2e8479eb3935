/// What stands for a playlist as a picture.
struct PlaylistCover: Encodable, Equatable {
  /// `own`, `albums`, or `none`.
  var source: String
  /// As in `image/png`, of its own.
  var type: String?
  /// In bytes, of its own.
  var size: Int?
  /// Up to four, whose albums' pictures make one.
  var songs: [String]

  init(_ answer: Answer) {
    songs = answer.values("file")
    type = answer["type"]
    size = answer.integer("size")
    source = size != nil ? "own" : songs.isEmpty ? "none" : "albums"
  }
}
