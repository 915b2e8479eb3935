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

/// Names a folder for good: the volume that it is on and its path below the volume's root.
public struct FolderReference: Hashable, Sendable {
  public let volume: VolumeID
  /// Empty for the root.
  public let path: [UInt8]

  public init(volume: VolumeID, path: [UInt8]) {
    self.volume = volume
    self.path = path
  }

  /// The folder that a track lies in.
  public init(of track: TrackReference) {
    volume = track.volume
    path = track.path.lastIndex(of: UInt8(ascii: "/")).map { Array(track.path[..<$0]) } ?? []
  }
}
