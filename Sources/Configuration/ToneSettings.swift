public import Model

/// Section `[tones]`.
public struct ToneSettings: Hashable, Sendable {
  /// What is heard for each; what is not here is off.
  public var sounds: [Tone: ToneSound] = [:]
}

public enum ToneSound: Hashable, Sendable {
  case own
  /// A sound file, by its absolute path.
  case file(String)
}
