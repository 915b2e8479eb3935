/// How much a volume holds, in bytes.
public struct VolumeSpace: Hashable, Sendable {
  /// Bytes that may still be written.
  public let free: Int64
  /// Size of its file system.
  public let total: Int64
}
