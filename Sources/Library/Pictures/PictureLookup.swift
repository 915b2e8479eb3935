import Model

/// Result of a `PictureRequest`.
enum PictureLookup: Sendable {
  /// - Parameter path: of the file that holds it.
  case part(Artwork, path: [UInt8])
  /// There is no picture.
  case nothing
  /// There is no such file or folder.
  case missing
}
