public import Model

/// What sounds and what is to sound: transport, modes, queue. Loop thread only.
public protocol Playback: AnyObject {
  /// Answered from memory, as all here.
  var status: PlaybackStatus { get }
  /// The current entry's song; nil where there is none, or where it is not known yet: then the catalogue is asked.
  var currentSong: Song? { get }
  /// Goes on once the current entry's song is known; also where there is none, or where its storage is slow.
  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query
  /// The queue as it is now; a copy costs nothing until the queue is edited.
  var queue: QueueSnapshot { get }
  func position(of entry: EntryID) -> Int?
  /// Does at once what a client wants of playback or the queue.
  /// - Parameter whenDurable: called once, on the loop, now or later: with nil when what was changed in the queue would
  ///   survive a power cut, otherwise with what went wrong.
  /// - Returns: the numbers of the entries that an edit added.
  @discardableResult
  func perform(_ event: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID]
  /// Keeps which stored playlist was put into the queue last, until that is cleared.
  func noteLoaded(_ playlist: String)
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
