public import Model

/// An open volume.
public struct VolumeInfo: Hashable, Sendable {
  public let id: VolumeID
  /// As it stands in the tree that clients see.
  public var name: String
  /// Path of the mount point, or of the folder.
  public let path: String
  /// Whether it is a configured folder and no stick.
  public let isFixed: Bool
  /// Whether its database is in the state folder, since the volume takes no writes.
  public let isCopy: Bool
  /// Playable tracks when a scan last ended.
  public let trackCount: Int64
  /// Whether a scan ever came to its end.
  public let wasScanned: Bool
  /// Features from outside (`VolumeFingerprint`); to be remembered with `KnownVolume`.
  public let fingerprint: [UInt8]
}
