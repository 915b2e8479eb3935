/// How far a copy has come.
public struct CopyReport: Hashable, Sendable {
  /// Files that were copied, and those that were there already.
  public var copied = 0
  public var known = 0
  /// Of the files to copy: written, and of all.
  public var doneBytes: Int64 = 0
  public var allBytes: Int64 = 0

  public init() {}
}
