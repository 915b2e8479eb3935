public import Model

/// The folders of all volumes, and which of them the library has. Loop thread only; completions are called on the loop, once.
public protocol SourceFolders: AnyObject {
  /// Each volume's root, followed by its folders that people have included or excluded.
  func sources(completion: @escaping ([FolderReport]) -> Void) -> Query

  /// Folders whose names have words that begin as those of `text` do, at most `limit`.
  func folders(named text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void) -> Query

  /// Includes or excludes a folder, and scans it.
  /// - Parameter completion: gets the number of the update, once the rule would survive a power cut.
  func setIncluded(
    _ isIncluded: Bool, folder uri: String, completion: @escaping (Result<UInt32, Refusal>) -> Void
  ) -> Query
}

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
