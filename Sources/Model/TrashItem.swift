/// A file or folder that was removed, in the trash of its volume.
public struct TrashItem: Hashable, Sendable {
  /// Its number, different on each volume and among them.
  public var id: String
  /// URI before the removal.
  public var uri: String
  /// Seconds since 1970; nil where the clock was not set.
  public var removed: Int64?
  /// Size of all its files.
  public var bytes: Int64
  public var isFolder: Bool

  public init(id: String, uri: String, removed: Int64?, bytes: Int64, isFolder: Bool) {
    (self.id, self.uri, self.removed, self.bytes, self.isFolder) = (id, uri, removed, bytes, isFolder)
  }
}
