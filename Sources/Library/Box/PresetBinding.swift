/// Which playlist a preset plays.
public struct PresetBinding: Hashable, Sendable {
  /// The numbers that presets have.
  public static let numbers = 1...999

  public let playlist: PlaylistID
  /// As it was called when it was last there, for messages while its volume is away.
  public let name: String

  public init(playlist: PlaylistID, name: String) {
    self.playlist = playlist
    self.name = name
  }
}
