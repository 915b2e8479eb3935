/// Names a track for good: the volume that it is on and its path below the volume's root.
public struct TrackReference: Hashable, Sendable {
  public let volume: VolumeID
  /// Relative to the volume's root, without a leading slash; any bytes but NUL.
  public let path: [UInt8]

  public init(volume: VolumeID, path: [UInt8]) {
    self.volume = volume
    self.path = path
  }
}
