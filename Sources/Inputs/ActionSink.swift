internal import Linux
internal import Model

/// Carries out the actions of inputs; its lock keeps them from it.
struct ActionSink {
  let lock: InputLock
  let alarmRings: () -> Bool
  let perform: (Action, Instant) -> Void
}
