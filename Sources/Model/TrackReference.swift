/// The permanent name of a track: its volume and its path below the volume's root.
public struct TrackReference: Hashable, Sendable {
  public let volume: VolumeID
  /// Relative to the volume's root, without a leading slash; any bytes but NUL.
  public let path: [UInt8]

  public init(volume: VolumeID, path: [UInt8]) {
    self.volume = volume
    self.path = path
  }
}

/// The permanent name of a folder: its volume and its path below the volume's root.
public struct FolderReference: Hashable, Sendable {
  public let volume: VolumeID
  /// Empty for the root.
  public let path: [UInt8]

  public init(volume: VolumeID, path: [UInt8]) {
    self.volume = volume
    self.path = path
  }

  /// The folder of the track.
  public init(of track: TrackReference) {
    volume = track.volume
    path = track.path.lastIndex(of: UInt8(ascii: "/")).map { Array(track.path[..<$0]) } ?? []
  }
}
