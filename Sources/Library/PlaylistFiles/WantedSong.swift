/// Title, artist and album that a file of another program states in place of a location; folded (`FoldedName`).
struct WantedSong: Hashable, Sendable {
  let title: String
  let artist: String?
  let album: String?

  init(title: String, artist: String?, album: String?) {
    self.title = Self.fold(title)
    self.artist = artist.map(Self.fold)
    self.album = album.map(Self.fold)
  }

  static func fold(_ text: String) -> String { String(decoding: FoldedName.fold(text.utf8), as: UTF8.self) }
}
