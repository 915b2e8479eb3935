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
    songs = answer.pairs.filter { $0.key == "file" }.map(\.value)
    type = answer["type"]
    size = answer["size"].flatMap { Int($0) }
    source = size != nil ? "own" : songs.isEmpty ? "none" : "albums"
  }
}
