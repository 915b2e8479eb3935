import Model

/// What a `clear` took out: clients that clear the queue for an announcement may find that it can't be added.
struct ClearedQueue {
  /// So long it can be taken back: later nobody would expect it.
  static let patience = Duration.seconds(10)

  let queue: Queue
  let order: [EntryID]
  /// A stop after the clear stays a stop.
  var position: SavedPosition
  let lastLoaded: String
  let fillsQueue: Bool
  /// When that was.
  let time: Duration
}
