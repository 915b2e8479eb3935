/// A picture that the jukebox makes of others.
public enum PictureRecipe: Hashable, Sendable {
  public struct Picture: Hashable, Sendable {
    /// URI of a song that has the picture, or of a folder.
    public let uri: String
    /// Identifies the picture, wherever it is.
    public let content: String

    public init(uri: String, content: String) {
      (self.uri, self.content) = (uri, content)
    }
  }

  /// A collage of at most `mostPictures`, each of another content; without any a drawing in front of 0xRRGGBB.
  case cover([Picture], colour: UInt32)
  /// The middle square of a picture, with sides of at most that number of pixels.
  case thumbnail(Picture, ThumbnailSide)

  public static let mostPictures = 4

  public var pictures: [Picture] {
    switch self {
    case .cover(let pictures, _): pictures
    case .thumbnail(let picture, _): [picture]
    }
  }
}

/// The sides of thumbnails, in pixels: of a row, an album, a screen.
public enum ThumbnailSide: Int, CaseIterable, Hashable, Sendable {
  case row = 96
  case album = 320
  case screen = 1024

  /// A picture of at most this number of bytes is its own thumbnail: another would hardly be smaller.
  public var ownBytes: Int { rawValue * rawValue / 8 }
}
