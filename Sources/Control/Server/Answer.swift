import Model

/// What a command's code says of its answer.
enum Answer {
  /// It is complete.
  case done
  /// It goes on when what the call waits for is there.
  case later
}
