public import Model

public struct ListingPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    /// `modified` in seconds since 1970 (UTC).
    case directory(uri: String, modified: Int64?)
    case playlist(uri: String, modified: Int64?)
    case song(Song)
  }

  public var items: [Item]
  /// nil after the last page.
  public var next: Cursor?

  public init(items: [Item], next: Cursor? = nil) {
    self.items = items
    self.next = next
  }
}
