public import Model

/// A playlist on one of the open volumes.
public struct PlaylistInfo: Hashable, Sendable {
  /// As clients see it: its own, or where a volume before it has one of the same name, with `~` and digits of its
  /// identity.
  public let name: String
  public let identity: PlaylistID
  /// The volume that it is on.
  public let volume: VolumeID
  /// In seconds since 1970, where the clock was known then.
  public let made: Int64?
  public let changed: Int64?
  /// 0xRRGGBB
  public let colour: UInt32?
  /// In beats per minute.
  public let tempo: Double?
  /// The name of the folder of playlists that it is in.
  public let folder: String?
  /// The mix slot that it is filled by, 1 to 3; nil while a playlist on another volume is, too, and comes before it.
  public let slot: Int?
  /// Whether it has a picture of its own.
  public let hasCover: Bool

  init(_ playlist: StoredPlaylist, name: String, slot: Int?, volume: VolumeID) {
    self.name = name
    self.volume = volume
    identity = playlist.identity
    made = playlist.made
    changed = playlist.changed
    colour = playlist.colour
    tempo = playlist.tempo
    folder = playlist.folder
    self.slot = slot
    hasCover = playlist.hasCover
  }
}
