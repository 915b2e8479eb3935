/// The pictures and the colour that make the cover of a playlist.
public struct CoverRecipe: Hashable, Sendable {
  public struct Picture: Hashable, Sendable {
    /// URI of a song that has the picture.
    public let uri: String
    /// Identifies the picture, wherever it is.
    public let content: String

    public init(uri: String, content: String) {
      (self.uri, self.content) = (uri, content)
    }
  }

  public static let mostPictures = 4

  /// At most four, each of another content.
  public let pictures: [Picture]
  /// Background of a cover without pictures: 0xRRGGBB.
  public let colour: UInt32

  public init(_ pictures: [Picture], colour: UInt32) {
    (self.pictures, self.colour) = (pictures, colour)
  }
}
