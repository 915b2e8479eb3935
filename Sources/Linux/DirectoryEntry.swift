import CLinux

/// A name in a folder and what it is, itself and not what it links to.
public struct DirectoryEntry: Hashable, Sendable {
  /// Any bytes but NUL and `/`.
  public let name: [UInt8]
  public let kind: FileStatus.Kind
}
