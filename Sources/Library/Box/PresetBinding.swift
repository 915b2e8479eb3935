public import Model

/// Playlist, folder or song that a preset plays.
public struct PresetBinding: Hashable, Sendable {
  /// The numbers that presets have.
  public static let numbers = 1...999

  /// Playlist to play; `.path` for a folder or song.
  public let playlist: PlaylistID
  /// As it was called when it was last there, for messages while its volume is away; of a folder or song its path.
  public let name: String

  public init(playlist: PlaylistID, name: String) {
    self.playlist = playlist
    self.name = name
  }
}
