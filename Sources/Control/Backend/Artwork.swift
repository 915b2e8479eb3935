/// A part of a picture, with what the whole is.
public struct Artwork: Hashable, Sendable {
  /// Of the whole picture, in bytes.
  public var size: Int
  /// `image/jpeg` or the like, told from the content.
  public var mediaType: String
  /// Whether the song's own file holds it; else it is a file of its own.
  public var isEmbedded: Bool
  /// Of the file that holds it.
  public var uri: String
  /// Tells the whole picture from all others, wherever it lies.
  public var content: String
  /// None at and behind the picture's end.
  public var bytes: [UInt8]

  public init(
    size: Int, mediaType: String, isEmbedded: Bool, uri: String, content: String, bytes: [UInt8]
  ) {
    self.size = size
    self.mediaType = mediaType
    self.isEmbedded = isEmbedded
    self.uri = uri
    self.content = content
    self.bytes = bytes
  }
}
