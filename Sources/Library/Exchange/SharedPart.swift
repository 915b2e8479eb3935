import Interchange

/// One playlist of the file that is to be written.
enum SharedPart: Sendable {
  /// As it stands there.
  case copied(SharedPlaylists.Item)
  /// The volume's, under a key.
  case own(PlaylistID, key: String)
}
