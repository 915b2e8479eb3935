/// Some of the stickers of one name that were found.
public struct StickerPage: Hashable, Sendable {
  public struct Found: Hashable, Sendable {
    /// A song's URI, a playlist's name, a filter, or a tag's value.
    public let subject: String
    public let value: String
  }

  public var found: [Found] = []
  /// nil after the last page.
  public var next: StickerCursor?
}
