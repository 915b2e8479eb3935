import Model

/// The lists of `browse`: groups of songs, or songs.
enum BrowseKind: String, CaseIterable {
  case artists, albumartists, albums, genres, years, folders, tempos, keys, recent, songs
  case recentlyplayed, mostplayed, neverplayed, forgotten, ranking, favourites, rated

  /// The tags that decide the groups of a song; nil if more than tags do.
  var tags: [Tag]? {
    switch self {
    case .artists: [.artist]
    case .albumartists: [.albumArtist]
    case .albums: [.album, .albumArtist]
    case .genres: [.genre]
    case .years: [.date, .originalDate]
    default: nil
    }
  }

  /// For songs in an order that the library keeps.
  var listened: ListeningList? {
    switch self {
    case .recentlyplayed: .recentlyPlayed
    case .mostplayed: .mostPlayed
    case .neverplayed: .neverPlayed
    case .forgotten: .forgotten
    case .ranking: .ranking
    case .favourites: .favourites
    case .rated: .rated
    default: nil
    }
  }
}
