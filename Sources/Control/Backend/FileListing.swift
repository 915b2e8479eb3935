public import Model

/// A folder that is being listed; it may be kept open for as long as this lives. Loop thread only.
public protocol FileListing: AnyObject {
  /// - Parameter completion: gets some of the files and folders that follow, about `limit`, and none at the end.
  func next(_ limit: Int, completion: @escaping (Result<[FileReport], Refusal>) -> Void) -> Query
}
