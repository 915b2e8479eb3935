/// What the cover of a playlist is made of.
public struct CoverRecipe: Hashable, Sendable {
  public struct Picture: Hashable, Sendable {
    /// Of a song that has it.
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
  /// What is drawn without pictures has this colour: 0xRRGGBB.
  public let colour: UInt32

  public init(_ pictures: [Picture], colour: UInt32) {
    (self.pictures, self.colour) = (pictures, colour)
  }
}
