/// Why what people say of a track is not read or changed.
public enum PersonalRefusal: Error, Hashable, Sendable, TrackRefusal {
  /// The volume has no row for such a track.
  case noSuchTrack
  /// A value is out of its range.
  case badValue
  /// The volume is away, or left meanwhile.
  case volumeGone
  case store(StoreError)
}
