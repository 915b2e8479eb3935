/// First place to look for a song's picture.
public enum PicturePreference: Hashable, Sendable {
  /// In the song's file, then in its folder.
  case embedded
  /// In the song's folder, then in its file.
  case folder
}
