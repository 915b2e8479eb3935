import Model

/// A part of a picture that somebody wants.
struct PictureRequest: Hashable, Sendable {
  /// Path of a file or a folder, below the volume's root.
  let path: [UInt8]
  let preference: ArtworkQuestion.Place
  /// In bytes; 0 and up.
  let offset: Int64
  /// Maximum number of bytes.
  let limit: Int
}
