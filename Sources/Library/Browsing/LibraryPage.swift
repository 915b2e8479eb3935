public import Model

/// One page of a listing of the tree that clients see.
public struct LibraryPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case folder(uri: String)
    case track(uri: String, Track)
    /// A playlist file on a volume, and its modification time, in seconds since 1970.
    case playlistFile(uri: String, modified: Int64?)
  }

  public var items: [Item] = []
  /// nil after the last page.
  public var next: Cursor?
}
