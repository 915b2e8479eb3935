import Model

/// What a command's code says of its answer.
enum Answer {
  /// It is complete.
  case done
  /// It continues when the call has its result.
  case later
}
