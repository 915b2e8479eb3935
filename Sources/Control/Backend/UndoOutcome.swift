/// What came of taking an import back.
public struct UndoOutcome: Hashable, Sendable {
  /// Playlists that are gone.
  public var removed: [String]
  /// Those that were changed since, and stay.
  public var kept: [String]
  /// Volumes that know nothing of what was imported onto them: what is there of it stays.
  public var unknown: [String]

  public init(removed: [String], kept: [String], unknown: [String] = []) {
    self.removed = removed
    self.kept = kept
    self.unknown = unknown
  }
}
