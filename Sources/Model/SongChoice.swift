/// Which song a command is about.
public enum SongChoice: Hashable, Sendable {
  /// As a client named it, checked by `MusicPath`.
  case uri(String)
  /// The current entry's.
  case track(TrackReference)
}
