import Model

/// The sleep timer as it stands.
struct Sleep: Sendable {
  var timer: SleepTimer
  /// When it has come, where that is a matter of time.
  var end: Duration?
  /// What was to be slept through with its end.
  var entry: EntryID?
  /// Where the fade began.
  var faded: (entry: EntryID, elapsed: Duration)?
}
