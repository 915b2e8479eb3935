/// Some of the stickers of one name that were found.
public struct StickerFinding: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    /// A song's URI, a playlist's name, a filter, or a tag's value.
    public var subject: String
    public var value: String

    public init(subject: String, value: String) {
      self.subject = subject
      self.value = value
    }
  }

  public var items: [Item]
  /// nil after the last page.
  public var next: Listing.Cursor?

  public init(items: [Item], next: Listing.Cursor? = nil) {
    self.items = items
    self.next = next
  }
}
