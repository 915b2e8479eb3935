/// A song that goes with another one, and why.
public struct FittingSong: Hashable, Sendable {
  public let track: TrackReference
  public let tempo: Double
  public let key: MusicalKey
  public let match: HarmonicMatch

  public init(track: TrackReference, tempo: Double, key: MusicalKey, match: HarmonicMatch) {
    self.track = track
    self.tempo = tempo
    self.key = key
    self.match = match
  }
}
