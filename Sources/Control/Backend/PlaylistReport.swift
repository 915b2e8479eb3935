/// A stored playlist.
public struct PlaylistReport: Hashable, Sendable {
  public var name: String
  /// When it was changed last, in seconds since 1970 (UTC); nil where the clock was not known then.
  public var modified: Int64?
  public var made: Int64?
  /// Its identity for good: 32 hexadecimal digits.
  public var identity = ""
  /// The name of the volume that it lies on, which that of the root of the tree may have none of; nil where it lies on
  /// none.
  public var volume: String? = ""
  /// 0xRRGGBB
  public var colour: UInt32?
  /// In beats per minute.
  public var tempo: Double?
  /// The name of the folder of playlists that it is in.
  public var folder: String?
  /// The mix slot that it is filled by.
  public var slot: Int?
  /// Whether it has a picture of its own.
  public var hasCover = false

  /// MPD always tells one: without a clock it is the beginning of time.
  var lastModified: Int64 { modified ?? made ?? 0 }

  public init(name: String, modified: Int64?) {
    self.name = name
    self.modified = modified
  }
}
