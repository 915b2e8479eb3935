import Model

/// One of a volume's playlists that the file is to have.
struct SharedPart: Sendable {
  let identity: PlaylistID
  /// Key of the file's playlist to replace; nil adds one.
  let key: String?
}
