public import Player

/// The whole queue as it is to be on disk. Making one copies nothing: arrays share their storage until one of
/// the two is changed.
public struct QueueSnapshot: Sendable {
  public var entries: [QueueEntry]
  /// The order in which shuffle visits the entries, what it has visited first; empty where it is off.
  public var playOrder: [EntryID]
  public var version: UInt32
  /// The number that the next entry will get.
  public var nextEntry: UInt32
  public var current: EntryID?

  public init(
    entries: [QueueEntry], playOrder: [EntryID] = [], version: UInt32, nextEntry: UInt32,
    current: EntryID? = nil
  ) {
    self.entries = entries
    self.playOrder = playOrder
    self.version = version
    self.nextEntry = nextEntry
    self.current = current
  }
}
