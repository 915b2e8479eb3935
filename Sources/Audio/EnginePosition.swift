/// The playback position.
public struct EnginePosition: Hashable, Sendable {
  public let serial: EntrySerial
  /// Time from the entry's beginning to the frame that can be heard now.
  public let elapsed: Duration
  /// Whether it is a guess, since a seek in a file whose frames are not all known.
  public var isEstimated = false
}
