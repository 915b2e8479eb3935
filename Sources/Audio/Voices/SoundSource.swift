public import Model

/// The file of a sound, and its processing before it is put into memory.
public struct SoundSource: Sendable {
  public enum Origin: Sendable {
    /// A file, or a part of it; its own gain is 0 dB.
    case file(EngineEntry)
    case tone(Tone)
    case test(TestTone)
    case computed(ComputedSound)
  }

  public var origin: Origin
  /// 0.25 to 2; the pitch is kept.
  public var speed = 1.0
  public var equaliser = EqualiserGains.flat
  /// Whether it leaves memory for others to begin, and is loaded again by the caller where the device's rate changes.
  public var isOptional = false

  public init(_ entry: EngineEntry) { origin = .file(entry) }
  public init(_ tone: Tone) { origin = .tone(tone) }
  public init(_ tone: TestTone) { origin = .test(tone) }
  public init(_ sound: ComputedSound) { origin = .computed(sound) }
}

/// Key of a sound's memory: the caller's own number.
public struct SoundKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
}
