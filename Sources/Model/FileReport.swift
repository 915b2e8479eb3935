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

/// A folder that is being listed; it may be kept open for as long as this lives. Loop thread only.
public struct FileListing {
  private let read: (_ limit: Int, @escaping Completion<[FileReport]>) -> Query

  public init(_ read: @escaping (_ limit: Int, @escaping Completion<[FileReport]>) -> Query) {
    self.read = read
  }

  /// - Parameter completion: gets some of the files and folders that follow, about `limit`, and none at the end.
  @discardableResult
  public func next(_ limit: Int, completion: @escaping Completion<[FileReport]>) -> Query {
    read(limit, completion)
  }
}
