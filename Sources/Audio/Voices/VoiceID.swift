/// A sound that plays over the music, from its start to its end. Each start has another.
public struct VoiceID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
