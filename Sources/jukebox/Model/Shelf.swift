/// Songs that belong together: an artist, an album, a folder.
struct Shelf: Encodable, Equatable {
  var name: String
  /// Of an album.
  var albumArtist: String?
  var date: String?
  var albums: Int?
  var songs: Int
  /// Seconds.
  var duration: Double

  static func all(_ answer: Answer) -> [Shelf] {
    let keys = ["Artist", "AlbumArtist", "Album", "Genre", "Date", "directory"]
    guard let first = answer.pairs.first(where: { keys.contains($0.key) })?.key else { return [] }
    return answer.items(beginningWith: first).map { item in
      Shelf(
        name: item[first] ?? "", albumArtist: first == "Album" ? item["AlbumArtist"] : nil,
        date: first == "Album" ? item["Date"] : nil, albums: item.integer("albums"),
        songs: item.integer("songs") ?? 0, duration: item.real("playtime") ?? 0)
    }
  }
}
