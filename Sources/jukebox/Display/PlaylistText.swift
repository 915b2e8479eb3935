/// Playlists as a list.
enum PlaylistText {
  static func lines(_ playlists: [Playlist]) -> [String] {
    let width = playlists.map { Columns.width($0.name) }.max() ?? 0
    return playlists.map { playlist in
      guard let day = playlist.changed?.prefix(10) else { return playlist.name }
      return "\(Columns.pad(playlist.name, width))  \(day)"
    }
  }

  /// The songs of one, and how much that is.
  static func lines(_ songs: [Song]) -> [String] {
    let total = songs.reduce(0) { $0 + ($1.duration ?? 0) }
    return QueueText.lines(songs, current: nil) + [
      "\(StatusText.count(songs.count, "song")), \(Clock.text(total))"
    ]
  }
}
