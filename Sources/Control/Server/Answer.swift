/// The state of an answer after a command's code has run.
enum Answer {
  /// It is complete.
  case done
  /// It continues when the call has its result.
  case later
}
