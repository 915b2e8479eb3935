/// When the music is to fade out and pause.
public enum SleepTimer: Hashable, Sendable {
  case minutes(Int)
  /// With the current track.
  case track
  /// With the last track of the current album.
  case album

  public static let minuteRange = 1...1440
}
