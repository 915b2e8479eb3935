/// The result of adding a track to the playlist of a mix slot, or removing it.
public struct MixOutcome: Hashable, Sendable {
  public enum Step: String, Hashable, Sendable {
    /// The track is in the playlist now.
    case added
    case removed
    /// The playlist, which got the slot, held it already.
    case kept
  }

  /// Which playlist got a slot that none had.
  public enum Taken: String, Hashable, Sendable {
    /// It was made.
    case new
    /// One of the usual name was there.
    case existing
  }

  /// The playlist that the slot fills, as clients see it.
  public var playlist: String
  /// The track's, as clients see it.
  public var uri: String
  public let step: Step
  /// nil where the playlist had the slot before.
  public let taken: Taken?

  public init(playlist: String, uri: String = "", step: Step, taken: Taken? = nil) {
    self.playlist = playlist
    self.uri = uri
    self.step = step
    self.taken = taken
  }
}
