public import Player

/// The queue. Loop thread only.
public protocol QueueEditing: AnyObject {
  /// The queue as it is now; a copy costs nothing until the queue is edited.
  var queue: QueueSnapshot { get }
  func position(of entry: EntryID) -> Int?
  /// Edits the queue in memory at once.
  /// - Parameter whenDurable: called once, on the loop, now or later: with nil when the edit would survive a power
  ///   cut, otherwise with what went wrong.
  /// - Returns: the numbers of the entries that the edit added.
  func edit(_ edit: QueueEdit, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID]
}

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

/// Positions are of the queue before the edit; ranges lie inside it.
public enum QueueEdit: Hashable, Sendable {
  case add([TrackReference], at: Int)
  case delete(Range<Int>)
  case clear
  /// `to` is where the first moved entry stands afterwards.
  case move(Range<Int>, to: Int)
  case swap(Int, Int)
  case shuffle(Range<Int>)
  case setPriority(UInt8, [Range<Int>])
}
