/// What came of taking an import back.
public struct UndoOutcome: Hashable, Sendable {
  /// Playlists that are gone.
  public var removed: [String]
  /// Those that were changed since, and stay.
  public var kept: [String]

  public init(removed: [String], kept: [String]) {
    self.removed = removed
    self.kept = kept
  }
}
