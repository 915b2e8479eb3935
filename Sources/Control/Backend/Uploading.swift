public import Model

/// Files that clients send onto a volume, in parts. Loop thread only; completions are called on the loop, once.
public protocol Uploading: AnyObject {
  /// Begins a file, or continues one of the same volume, path and size.
  /// - Parameter sender: the machine that it comes from, which has a few files on their way at once.
  func begin(_ request: UploadRequest, from sender: String, completion: @escaping Completion<UploadStatus>)

  /// Checks a request as `begin` does, without beginning.
  func check(_ request: UploadRequest, completion: @escaping Completion<UploadStatus>)

  /// - Parameters:
  ///   - offset: of the bytes in the file; what was received so far.
  ///   - completion: gets how many bytes were received then.
  func append(_ bytes: [UInt8], to upload: Int, at offset: Int64, completion: @escaping Completion<Int64>)

  /// Puts the whole file in its place.
  /// - Parameter completion: gets its URI, and whether the same bytes were there already.
  func end(_ upload: Int, completion: @escaping Completion<(uri: String, isKnown: Bool)>)

  /// Discards a file that is not whole.
  func stop(_ upload: Int, completion: @escaping (Refusal?) -> Void)
}

/// A file to come.
public struct UploadRequest: Hashable, Sendable {
  /// A name as in `volumes`.
  public var volume: String
  /// Relative to the volume's root.
  public var path: String
  public var bytes: Int64

  public init(volume: String, path: String, bytes: Int64) {
    (self.volume, self.path, self.bytes) = (volume, path, bytes)
  }
}

/// A file on its way.
public struct UploadStatus: Hashable, Sendable {
  /// nil if it has not begun.
  public var upload: Int?
  /// How many of its bytes are there.
  public var received: Int64
  /// Its path with names that every file system takes.
  public var path: String

  public init(upload: Int?, received: Int64, path: String) {
    (self.upload, self.received, self.path) = (upload, received, path)
  }
}
