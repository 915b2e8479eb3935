import Model

/// Obstacles of playback: entries that failed, a volume that may have left, and the error for clients.
struct Trouble: Sendable {
  var error: String?
  private(set) var errorKey: ProblemKey?
  var failedInARow: Set<EntryID> = []
  var skipsBackward = false
  /// When the current entry turned out to be unreadable.
  var unreachableSince: Duration?
  /// The engine has nothing left to play of it, so all waits for the grace to pass.
  var holdsForVolume = false
  var unreachableNext: EntryID?
  /// The current entry's volume has left: what was decoded of it still sounds.
  var runsOut = false

  /// When the wait for the announcement that the volume is gone ends; nil where there is none.
  var graceEnd: Duration? { unreachableSince.map { $0 + Jukebox.unreachableGrace } }

  mutating func show(_ error: String, _ key: ProblemKey, _ turn: inout Turn) {
    (self.error, errorKey) = (error, key)
    turn.change(.player)
  }

  mutating func clearError(_ turn: inout Turn) {
    guard error != nil else { return }
    (error, errorKey) = (nil, nil)
    turn.change(.player)
  }

  /// Something sounds: what failed before gets its chance again when its turn comes.
  mutating func heard() {
    failedInARow.removeAll()
    skipsBackward = false
  }

  /// Another entry becomes the current one, or none.
  mutating func leaveEntry() {
    (unreachableSince, holdsForVolume) = (nil, false)
    (unreachableNext, runsOut) = (nil, false)
  }
}
