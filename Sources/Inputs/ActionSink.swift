internal import Linux
internal import Model

/// Carries out the actions of inputs; its lock keeps them from it.
struct ActionSink {
  var lock = InputLock()
  let perform: (Action, Instant) -> Void
}
