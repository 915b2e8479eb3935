/// What `browse` tells of: groups of songs, or songs.
enum BrowseKind: String, CaseIterable {
  case artists, albumartists, albums, genres, years, folders, recent, songs

  /// The tags that tell which groups of this kind a song belongs to; nil where more than tags do.
  var tags: [Tag]? {
    switch self {
    case .artists: [.artist]
    case .albumartists: [.albumArtist]
    case .albums: [.album, .albumArtist]
    case .genres: [.genre]
    case .years: [.date, .originalDate]
    case .folders, .recent, .songs: nil
    }
  }
}
