/// What has come of a track and a mix slot.
public struct MixOutcome: Hashable, Sendable {
  /// The playlist that the slot fills, as clients see it.
  public let playlist: String
  /// Whether the track is in it now; else it was taken out.
  public let isAdded: Bool
}
