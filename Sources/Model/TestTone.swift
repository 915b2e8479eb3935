/// A sound by which a person finds out what comes out of which speaker; the raw value is the protocol's word.
public enum TestTone: String, Hashable, Sendable, CaseIterable {
  case left, right, both

  /// How long it sounds, in milliseconds.
  public static let milliseconds = 900
  public static let hertz = 440.0
}
