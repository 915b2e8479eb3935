/// Where the sound is.
public struct EnginePosition: Hashable, Sendable {
  public let serial: EntrySerial
  /// Of the frame that can be heard now, since the entry's beginning.
  public let elapsed: Duration
  /// Whether it is a guess, since a seek in a file whose frames are not all known.
  public var isEstimated = false
}
