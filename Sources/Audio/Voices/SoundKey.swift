/// What a sound's memory is known by: the caller's own number.
public struct SoundKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
}
