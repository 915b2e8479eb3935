/// One of a volume's playlists that the file is to have.
struct SharedPart: Sendable {
  let identity: PlaylistID
  /// Of the one in the file whose place it takes; nil for a further one.
  let key: String?
}
