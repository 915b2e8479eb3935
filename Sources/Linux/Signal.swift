import CLinux

/// The signals that the jukebox acts on (signal(7)).
public enum Signal: Hashable, Sendable, CaseIterable {
  /// SIGINT: stop in order, from a terminal.
  case interrupt
  /// SIGTERM: stop in order.
  case terminate
  /// SIGHUP: read the configuration again.
  case hangup

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    }
  }

  /// Blocks these signals in the calling thread and in all that it starts, so that only a `SignalSource` receives
  /// them, and ignores SIGPIPE, so that a peer that has gone is an error code. Call it before any thread starts.
  public static func block() throws(SystemError) {
    var set = mask()
    try pthreadCall("pthread_sigmask") { unsafe pthread_sigmask(SIG_BLOCK, &set, nil) }
    try systemCall("signal") { clinux_ignore_signal(SIGPIPE) }
  }

  static func mask() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in allCases { unsafe sigaddset(&set, signal.number) }
    return set
  }
}
