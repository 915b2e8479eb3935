/// What has come of the song that plays and a mix slot.
public struct MixReport: Hashable, Sendable {
  public var playlist: String
  public var uri: String
  /// Whether the song is in the playlist now; else it was taken out.
  public var isAdded: Bool

  public init(playlist: String, uri: String, isAdded: Bool) {
    self.playlist = playlist
    self.uri = uri
    self.isAdded = isAdded
  }
}
