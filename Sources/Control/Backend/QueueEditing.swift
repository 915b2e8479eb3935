public import Model

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
  /// Keeps which stored playlist was put into the queue last, until that is cleared.
  func noteLoaded(_ playlist: String)
}
