public import Model

/// The folders of all volumes, and which of them the library has. Loop thread only; completions are called on the loop, once.
public protocol SourceFolders {
  /// Each volume's root, followed by its folders that people have included or excluded.
  func sources(completion: @escaping ([FolderReport]) -> Void) -> Query

  /// Folders whose names have words that begin as those of `text` do, at most `limit`.
  func lookup(_ text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void) -> Query

  /// Includes or excludes a folder, and scans it.
  /// - Parameter completion: gets the number of the update, once the rule would survive a power cut.
  func setIncluded(_ isIncluded: Bool, folder uri: String, completion: @escaping Completion<UInt32>) -> Query
}
