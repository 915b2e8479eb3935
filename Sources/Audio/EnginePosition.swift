/// Where the sound is.
public struct EnginePosition: Hashable, Sendable {
  public let serial: EntrySerial
  /// Of the frame that can be heard now, since the entry's beginning.
  public let elapsed: Duration
}
