/// One page of a listing of the tree that clients see.
public struct LibraryPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case folder(uri: String)
    case track(uri: String, Track)
  }

  public var items: [Item] = []
  /// nil after the last page.
  public var next: LibraryCursor?
}
