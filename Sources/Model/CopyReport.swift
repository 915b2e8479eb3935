/// How far a copy has come.
public struct CopyReport: Hashable, Sendable {
  /// Files that were copied, and those that were there already.
  public var copied = 0
  public var known = 0
  /// Bytes of the files to copy: written so far, and in all.
  public var doneBytes: Int64 = 0
  public var allBytes: Int64 = 0

  public init() {}
}
