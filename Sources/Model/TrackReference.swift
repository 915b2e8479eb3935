/// The permanent name of a track: its volume and its path below the volume's root.
public struct TrackReference: Hashable, Sendable {
  public let volume: VolumeID
  /// Relative to the volume's root, without a leading slash; any bytes but NUL.
  public let path: [UInt8]

  public init(volume: VolumeID, path: [UInt8]) {
    self.volume = volume
    self.path = path
  }

  /// A stream, or a file in a network.
  /// - Returns: nil where the text is no URL of http or https.
  public init?(url: String) {
    let start = url.prefix(8).lowercased()
    guard start.hasPrefix("http://") && url.utf8.count > 7 || start == "https://" && url.utf8.count > 8,
      url.utf8.count <= Self.mostURLBytes, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.init(volume: .network, path: Array(url.utf8))
  }

  public static let mostURLBytes = 4096

  /// Whether its path is a URL that may be fetched.
  public var isStream: Bool { url.map { TrackReference(url: $0) != nil } ?? false }

  /// nil for a file on a volume.
  public var url: String? { volume == .network ? String(decoding: path, as: UTF8.self) : nil }
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

  /// The folder of the track; of what is in a network, the URL itself: no other one has to do with it.
  public init(of track: TrackReference) {
    volume = track.volume
    guard volume != .network else {
      path = track.path
      return
    }
    path = track.path.lastIndex(of: UInt8(ascii: "/")).map { Array(track.path[..<$0]) } ?? []
  }

  /// URL in a network; nil for a folder of a volume.
  public var url: String? { volume == .network ? String(decoding: path, as: UTF8.self) : nil }
}
