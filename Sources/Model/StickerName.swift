/// A name that stickers have, on things of one type.
public struct StickerName: Hashable, Sendable {
  /// `song`, `playlist`, `filter`, or a tag's name.
  public let type: String
  public let name: String

  public init(type: String, name: String) { (self.type, self.name) = (type, name) }
}
