import CLinux

/// Ctrl-C on a terminal (SIGINT), for programs without a loop.
public enum Interruption {
  /// From now on an interruption does not end the program: `body` is called instead, on its own thread (sigwait(3)). If
  /// the parent has it ignored, as a shell does for `&` in a script, it stays ignored. Call it once, from the first
  /// thread, before it starts others.
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
