/// What came of undoing the last import.
public struct UndoReport: Hashable, Sendable {
  /// Playlists that are gone.
  public var removed: [String] = []
  /// Playlists that were changed since, and stay.
  public var kept: [String] = []
}
