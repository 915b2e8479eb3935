/// What a person does to a folder of stored playlists.
public enum PlaylistFolderChange: Hashable, Sendable {
  case make
  case rename(String)
  /// Its playlists stay, in no folder.
  case remove
}
