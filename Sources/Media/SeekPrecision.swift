/// How well a seek hit.
public enum SeekPrecision: Hashable, Sendable {
  /// The next frame is the very frame asked for.
  case exact
  /// The next frame is near the one asked for (an MP3 file without an index of its frames); positions are estimates
  /// until the next exact seek.
  case estimated
}
