public import Model

/// Section `[tones]`.
public struct ToneSettings: Hashable, Sendable {
  /// The sound of each tone; missing ones are off.
  public var sounds: [Tone: ToneSound] = [:]
}

public enum ToneSound: Hashable, Sendable {
  case own
  /// A sound file, by its absolute path.
  case file(String)
}
