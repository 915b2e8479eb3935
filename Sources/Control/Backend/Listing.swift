public import Model

/// Which part of a listing is wanted.
public struct Listing: Hashable, Sendable {
  /// `""` is the root of the tree.
  public var uri: String
  /// All levels below, folders before what is in them, or only the one.
  public var isRecursive: Bool
  /// Songs with their tags; else their URIs are enough.
  public var withTags: Bool
  /// nil for the first page, else `ListingPage.next` of the page before.
  public var after: Cursor?
  /// At most so many items.
  public var limit: Int

  public init(uri: String, isRecursive: Bool, withTags: Bool, after: Cursor? = nil, limit: Int) {
    self.uri = uri
    self.isRecursive = isRecursive
    self.withTags = withTags
    self.after = after
    self.limit = limit
  }
}
