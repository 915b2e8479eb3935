/// Where a song's picture is looked for first.
public enum PicturePreference: Hashable, Sendable {
  /// In the song's file, then in its folder.
  case embedded
  /// In the song's folder, then in its file.
  case folder
}
