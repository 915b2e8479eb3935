/// What has come of the song that plays and a mix slot.
public struct MixReport: Hashable, Sendable {
  public enum Step: String, Hashable, Sendable {
    /// The song is in the playlist now.
    case added
    case removed
    /// The playlist, which got the slot, held it already.
    case kept
  }

  /// Which playlist got a slot that none had: one that was made, or one of the usual name that was there.
  public enum Taken: String, Hashable, Sendable { case new, existing }

  public var playlist: String
  public var uri: String
  public var step: Step
  /// nil where the playlist had the slot before.
  public var taken: Taken?

  public init(playlist: String, uri: String, step: Step, taken: Taken? = nil) {
    self.playlist = playlist
    self.uri = uri
    self.step = step
    self.taken = taken
  }
}
