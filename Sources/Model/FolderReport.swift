/// A folder, and whether the library has it.
public struct FolderReport: Hashable, Sendable {
  public var uri: String
  /// Whether the folder's own rule includes it; nil without one.
  public var rule: Bool?
  /// Whether its rule, or that of the nearest parent with one, excludes it.
  public var isExcluded: Bool
  /// At all depths.
  public var songs: Int
  public var duration: Duration

  public init(uri: String, rule: Bool?, isExcluded: Bool, songs: Int, duration: Duration) {
    self.uri = uri
    self.rule = rule
    self.isExcluded = isExcluded
    self.songs = songs
    self.duration = duration
  }
}
