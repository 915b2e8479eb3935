import Model

/// The position that was stored before the start, and when the next one is due.
struct PositionSaving: Sendable {
  /// Until the power is on.
  var restored: SavedPosition?
  var dueAt = Duration.zero
}
