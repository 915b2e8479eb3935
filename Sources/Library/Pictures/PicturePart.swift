/// A part of a picture, with what the whole is.
public struct PicturePart: Hashable, Sendable {
  /// As the protocols name what it is: `image/jpeg`.
  public let mediaType: String
  /// Of the whole picture.
  public let byteCount: Int64
  /// Whether it is part of a sound file; else it is a file of its own.
  public let isEmbedded: Bool
  /// Of the file that holds it, as clients see it.
  public internal(set) var uri = ""
  let path: [UInt8]
  /// Identifies the whole picture, wherever it is: `ContentHash`.
  public let content: String
  /// None at and after the picture's end.
  public let bytes: [UInt8]
}
