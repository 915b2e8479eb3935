/// Which loudness correction is applied, in MPD's words.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
  case off, track, album, auto
}
