/// Which part of whose picture is wanted.
public struct ArtworkQuestion: Hashable, Sendable {
  /// The place to look in first; the other one follows if it has no picture.
  public enum Place: Hashable, Sendable {
    /// In the song's file.
    case song
    /// Among the files beside it.
    case folder
  }

  /// URI of a song or a folder.
  public var uri: String
  public var first: Place
  /// In bytes.
  public var offset: Int
  /// Maximum number of bytes; 0 for its type alone.
  public var limit: Int

  public init(uri: String, first: Place, offset: Int, limit: Int) {
    (self.uri, self.first, self.offset, self.limit) = (uri, first, offset, limit)
  }
}

/// A part of a picture, with what the whole is.
public struct Artwork: Hashable, Sendable {
  /// Size of the whole picture, in bytes.
  public var size: Int
  /// For example `image/jpeg`, from the content.
  public var mediaType: String
  /// Whether the song's own file holds it; else it is a file of its own.
  public var isEmbedded: Bool
  /// URI of the file that holds it.
  public var uri: String
  /// Identifies the whole picture, wherever it is.
  public var content: String
  /// None at and after the picture's end.
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
