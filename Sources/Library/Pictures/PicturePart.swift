/// A part of a picture, with what the whole is.
public struct PicturePart: Hashable, Sendable {
  /// As the protocols name what it is: `image/jpeg`.
  public let mediaType: String
  /// Size of the whole picture in bytes.
  public let byteCount: Int64
  /// Whether it is part of a sound file; else it is a file of its own.
  public let isEmbedded: Bool
  /// URI of the file that contains it, as clients see it.
  public internal(set) var uri = ""
  let path: [UInt8]
  /// Identifies the whole picture, wherever it is: `ContentHash`.
  public let content: String
  /// None at and after the picture's end.
  public let bytes: [UInt8]
}
