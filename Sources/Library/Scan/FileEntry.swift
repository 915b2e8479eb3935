/// A file or folder on a volume, whether it is music or not.
public struct FileEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case folder
    case file(bytes: Int64)
  }

  /// The last component of its path.
  public let name: [UInt8]
  public let kind: Kind
  /// Time of its last change, since 1970 (stat(2) st_mtim); nil for a volume as a whole.
  public let modified: Duration?
}
