/// A file or folder, whether it is music or not.
public struct FileReport: Hashable, Sendable {
  /// The last name of its URI.
  public var name: String
  /// In bytes; nil for a folder.
  public var size: Int64?
  /// In seconds since 1970 (UTC).
  public var modified: Int64?

  public init(name: String, size: Int64?, modified: Int64?) {
    self.name = name
    self.size = size
    self.modified = modified
  }
}
