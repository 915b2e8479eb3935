/// How much a volume holds, in bytes.
public struct VolumeSpace: Hashable, Sendable {
  /// What may still be written.
  public let free: Int64
  /// Of its file system.
  public let total: Int64
}
