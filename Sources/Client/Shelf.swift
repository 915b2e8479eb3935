/// Songs that belong together: an artist, an album, a folder.
package struct Shelf: Encodable, Equatable {
  package var name: String
  /// The album artist of an album.
  package var albumArtist: String?
  /// The folder of an album whose songs name no album artist; `/` for the root.
  package var folder: String?
  package var date: String?
  package var albums: Int?
  package var songs: Int
  /// Seconds.
  package var duration: Double

  package static func all(_ answer: Answer) -> [Shelf] {
    let keys = ["Artist", "AlbumArtist", "Album", "Genre", "Date", "bpm", "key", "directory"]
    guard let first = answer.pairs.first(where: { keys.contains($0.key) })?.key else { return [] }
    return answer.items(beginningWith: first).map { item in
      Shelf(
        name: first == "bpm"
          ? "\(item[first] ?? "") BPM"
          : [item[first], item["camelot"]].compactMap { $0 }.joined(separator: " "),
        albumArtist: first == "Album" ? item["AlbumArtist"] : nil,
        folder: first == "Album" ? item["AlbumFolder"] : nil,
        date: first == "Album" ? item["Date"] : nil, albums: item.integer("albums"),
        songs: item.integer("songs") ?? 0, duration: item.real("playtime") ?? 0)
    }
  }
}
