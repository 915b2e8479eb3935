/// Why an entry could not be played on.
public enum FailureKind: Hashable, Sendable {
  /// The file itself: corrupt, empty, not sound, vanished.
  case broken
  /// What it lies on: an I/O error, a closed volume. The volume may be about to leave, so the jukebox waits a moment
  /// before it passes the entry over.
  case unreachable
}
