public import Model

public struct QueueSnapshot: Sendable {
  /// Grows with every edit, also across restarts; wraps after 2^32 - 1.
  public var version: UInt32
  public var entries: [QueueEntry]
  /// From which version on `changedInVersion` is known; an older or a future one is answered with everything.
  public var oldestKnownVersion: UInt32

  public init(version: UInt32, entries: [QueueEntry], oldestKnownVersion: UInt32 = 0) {
    self.version = version
    self.entries = entries
    self.oldestKnownVersion = oldestKnownVersion
  }
}
