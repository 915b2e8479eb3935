import CLinux

/// Ctrl-C on a terminal (SIGINT), for programs without a loop.
public enum Interruption {
  /// From now on an interruption does not end the program: `body` is called instead, on a thread of its own (sigwait(3)).
  /// Where whoever started the program has it ignored, as a shell does for what it starts with `&` in a script, it stays
  /// so. Call it once, from the thread that starts all others, and before it does.
  public static func watch(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // Blocked signals wait for sigwait(3) also where they are ignored.
    if clinux_is_ignored(SIGINT) != 0 { return }
    var set = mask()
    try pthreadCall("pthread_sigmask") { unsafe pthread_sigmask(SIG_BLOCK, &set, nil) }
    _ = try Thread.start(name: "interruption", payload: body) { body in
      var set = mask()
      while true {
        var number: Int32 = 0
        let code = unsafe sigwait(&set, &number)
        precondition(code == 0, "sigwait: \(Errno(rawValue: code))")
        body()
      }
    }
  }

  private static func mask() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    return set
  }
}
