/// What came of undoing the last import.
public struct UndoReport: Hashable, Sendable {
  /// Playlists that are gone.
  public var removed: [String] = []
  /// Playlists that were changed since, and stay.
  public var kept: [String] = []
  /// Volumes that know nothing of what was imported onto them, by their names: what is there of it stays.
  public var unknown: [String] = []
}
