/// What `browse` tells of: groups of songs, or songs.
enum BrowseKind: String, CaseIterable {
  case artists, albumartists, albums, genres, years, folders, recent, songs
}
