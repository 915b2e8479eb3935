internal import Linux
internal import Model

/// Carries out the actions of inputs; its lock keeps them from it.
struct ActionSink {
  var lock = InputLock()
  /// Whether an alarm rings: a button of play and pause is one of the alarm meanwhile.
  var alarmRings: () -> Bool = { false }
  let perform: (Action, Instant) -> Void
}
