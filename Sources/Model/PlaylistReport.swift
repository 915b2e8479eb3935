/// A stored playlist.
public struct PlaylistReport: Hashable, Sendable {
  /// As clients see it: its own, or where a volume before it has one of the same name, with `~` and digits of its identity.
  public var name: String
  /// When it was changed last, in seconds since 1970 (UTC); nil where the clock was not known then.
  public var modified: Int64?
  public var made: Int64?
  public var identity: PlaylistID
  /// The volume that it is on, and its name, which that of the root of the tree may have none of; nil: it is on none.
  public var volume: VolumeID?
  public var volumeName: String?
  /// 0xRRGGBB
  public var colour: UInt32?
  /// In beats per minute.
  public var tempo: Double?
  /// The name of the folder of playlists that it is in.
  public var folder: String?
  /// The mix slot that it is filled by, 1 to 3; nil while a playlist on another volume is, too, and comes before it.
  public var slot: Int?
  /// Whether it has a picture of its own.
  public var hasCover = false
  /// nil if nobody has counted.
  public var length: PlaylistLength?

  /// nil where no clock was known: answers leave it out then.
  public var lastModified: Int64? { modified ?? made }

  public init(name: String, modified: Int64?, identity: PlaylistID) {
    self.name = name
    self.modified = modified
    self.identity = identity
  }
}
