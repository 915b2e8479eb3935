import Model

/// The queue before a `clear`: a client that clears it for an announcement may find that the announcement is refused.
struct ClearedQueue {
  /// How long a `clear` can be undone; later it would surprise.
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
