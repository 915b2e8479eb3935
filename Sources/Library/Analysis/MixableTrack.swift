public import Model

/// A track that goes well with another one.
public struct MixableTrack: Hashable, Sendable {
  public let track: TrackReference
  public let tempo: Double
  public let key: MusicalKey
  public let match: HarmonicMatch
}
