/// Result of a `PictureRequest`.
enum PictureLookup: Sendable {
  case part(PicturePart)
  /// There is no picture.
  case nothing
  /// There is no such file or folder.
  case missing
}
