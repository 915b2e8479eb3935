/// One thing that is said of a place of a stored playlist.
public enum PlaylistEntryField: Hashable, Sendable {
  case start(Duration)
  /// nil: the track's own end.
  case end(Duration?)
  /// In dB.
  case gain(Double)
  case crossfade(Duration?)
  case notes(String?)
  case extra(String?)
}

extension PlaylistEntry {
  public mutating func set(_ field: PlaylistEntryField) {
    switch field {
    case .start(let time): excerpt.start = time
    case .end(let time): excerpt.end = time
    case .gain(let decibels): excerpt.gain = decibels
    case .crossfade(let time): excerpt.crossfade = time
    case .notes(let text): notes = text
    case .extra(let json): extra = json
    }
  }
}
