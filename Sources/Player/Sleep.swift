import Model

/// The sleep timer as it stands.
struct Sleep: Sendable {
  var timer: SleepTimer
  /// When it has come, where that is a matter of time.
  var end: Duration?
  /// Length of the fade before `end`.
  var fade = Jukebox.sleepFade
  /// Quiet hours or the budget have set it: nobody changes it.
  var isOfLimits = false
  /// The place at which the fade began.
  var faded: (entry: EntryID, elapsed: Duration)?
}
