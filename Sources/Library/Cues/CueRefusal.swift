/// Why cues are not read or changed.
public enum CueRefusal: Error, Hashable, Sendable, TrackRefusal {
  case noSuchTrack
  case noSuchCue
  /// Before the beginning, or an end that is not behind the start.
  case badTime
  /// Behind the track's end, which is so long; where that is an estimate, far behind it.
  case behindEnd(Duration)
  /// A loop needs an end.
  case noEnd
  case badName
  case badColour
  /// A track has no more than `Cue.most`.
  case tooMany
  /// The volume is away, or left meanwhile.
  case volumeGone
  case store(StoreError)
}
