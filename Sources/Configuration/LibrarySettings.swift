/// Section `[library]`.
public struct LibrarySettings: Hashable, Sendable {
  /// Folders with music that are always there, in the order named; the first is the root of the tree.
  public var folders: [String] = []
  /// Whatever is mounted below this folder is a stick; nil: no sticks.
  public var mountRoot: String? = "/media"
  /// Words that don't count at the beginning of a name where names are put in order.
  public var articles = ["the", "a", "an"]
  /// Whether clients may change, remove and copy music files.
  public var isWritable = false
  /// The folder of what the box itself remembers.
  public var state: String
}
