/// A stick or folder whose music is in the catalogue.
public struct VolumeReport: Hashable, Sendable {
  /// As it stands in the tree that clients see, escaped as `EscapedName` does.
  public var name: String
  /// Path of the mount point or the folder.
  public var path: String
  /// Whether its content is the root of the tree, and not a folder of its name.
  public var isRoot: Bool
  /// Whether it is a configured folder and no stick.
  public var isFixed: Bool
  /// Whether it takes no writes, so that what the jukebox keeps of it lies in the state folder.
  public var isReadOnly: Bool
  /// Whether all its songs are found by `lookup`; else the indexes are being filled.
  public var isIndexed = false
  /// How many can be played; nil where nobody has counted them.
  public var songs: Int?
  /// Free bytes and size of its file system; nil if it does not answer.
  public var freeBytes: Int64?
  public var totalBytes: Int64?
  /// Its music files in formats that are not played.
  public var notPlayed = UnplayedFiles()

  public init(name: String, path: String, isRoot: Bool, isFixed: Bool, isReadOnly: Bool) {
    self.name = name
    self.path = path
    self.isRoot = isRoot
    self.isFixed = isFixed
    self.isReadOnly = isReadOnly
  }
}
