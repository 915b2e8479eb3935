import CLinux

/// A command that runs beside the jukebox, for example to shut the machine down. Loop thread only.
public final class Subprocess {
  private let process: pid_t
  private let pidfd: Descriptor
  private var registration: EventLoop.Registration?

  /// Runs a line by `/bin/sh -c` (posix_spawn(3)), in its own session and in folder `/`, at normal priority, with no
  /// descriptor of ours but standard output and error, without our signal mask, and without the service manager's
  /// variables for this process.
  /// - Parameter ended: called in the loop with the exit status; 128 + N if signal N ended it; -1 unknown.
  public static func start(_ line: String, loop: EventLoop, ended: @escaping (Int32) -> Void)
    throws(SystemError)
  {
    try watch(try spawn(["/bin/sh", "-c", line]), loop: loop, ended: ended)
  }

  /// Runs a program (posix_spawn(3)) as `start` does, that also ends with this process (PR_SET_PDEATHSIG, by setpriv(1)).
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - ended: as with `start`.
  public static func startCompanion(_ words: [String], loop: EventLoop, ended: @escaping (Int32) -> Void)
    throws(SystemError) -> Subprocess
  {
    try watch(try spawn(["/usr/bin/setpriv", "--pdeathsig", "KILL"] + words), loop: loop, ended: ended)
  }

  /// Runs a program (posix_spawn(3)) as `start` does, but with the lowest priority (SCHED_IDLE) or a niceness, an open file as its
  /// standard input and the end of a pipe as its output.
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - secret: as with `startSource`.
  ///   - niceness: of somebody who waits for the result (setpriority(2)); nil: the lowest priority.
  ///   - ended: as with `start`.
  public static func startWorker(
    _ words: [String], secret: String? = nil, niceness: Int32? = nil, input: borrowing Descriptor,
    output: borrowing Descriptor,
    limits: ProcessLimits = .none, loop: EventLoop, ended: @escaping (Int32) -> Void
  ) throws(SystemError) -> Subprocess {
    let process = try spawn(
      words, input: input.rawValue, output: output.rawValue, secret: secret,
      policy: niceness == nil ? Int32(CLINUX_SCHED_IDLE) : Int32(SCHED_OTHER))
    // At worst it keeps the jukebox's own.
    if let niceness { _ = setpriority(Int32(PRIO_PROCESS.rawValue), UInt32(process), niceness) }
    return try watch(process, limits, loop: loop, ended: ended)
  }

  /// Runs a program (posix_spawn(3)) as `start` does, with its standard input and output redirected, for what it is given
  /// through a pipe.
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - ended: as with `start`.
  public static func startFilter(
    _ words: [String], input: borrowing Descriptor, output: borrowing Descriptor, loop: EventLoop,
    ended: @escaping (Int32) -> Void
  ) throws(SystemError) -> Subprocess {
    let process = try spawn(words, input: input.rawValue, output: output.rawValue)
    return try watch(process, loop: loop, ended: ended)
  }

  /// Runs a program (posix_spawn(3)) as `start` does, with its standard output and standard error redirected.
  /// It ends by itself when nobody reads them any more.
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - secret: a text of at most 4,096 bytes that it reads from descriptor 3: its arguments are seen by everybody on the
  ///     machine.
  ///   - limits: in force within a moment of its start.
  ///   - ended: as with `start`.
  @discardableResult
  public static func startSource(
    _ words: [String], secret: String? = nil, output: borrowing Descriptor, errors: borrowing Descriptor,
    limits: ProcessLimits = .none, loop: EventLoop, ended: @escaping (Int32) -> Void
  ) throws(SystemError) -> Subprocess {
    let process = try spawn(words, output: output.rawValue, errors: errors.rawValue, secret: secret)
    return try watch(process, limits, loop: loop, ended: ended)
  }

  /// Runs a program (posix_spawn(3)) and waits for its end: for programs without a loop. One that takes longer is ended
  /// (SIGKILL).
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - limit: the longest wait.
  ///   - bytes: of the output, at most; the rest is not read.
  /// - Returns: the exit status as with `start`, and what it wrote to standard output and standard error.
  public static func output(
    of words: [String], within limit: Duration, atMost bytes: Int = 64 << 10
  ) throws(SystemError) -> (status: Int32, text: String) {
    let (status, bytes) = try output(of: words, input: nil, within: limit, atMost: bytes)
    return (status, String(decoding: bytes, as: UTF8.self))
  }

  /// The same with an open file as its standard input, and what it wrote as bytes: for threads that may block.
  public static func output(
    of words: [String], input: borrowing Descriptor, within limit: Duration, atMost bytes: Int = 64 << 10
  ) throws(SystemError) -> (status: Int32, bytes: [UInt8]) {
    try output(of: words, input: input.rawValue, within: limit, atMost: bytes)
  }

  private static func output(
    of words: [String], input: Int32?, within limit: Duration, atMost bytes: Int
  ) throws(SystemError) -> (status: Int32, bytes: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    let reader = Descriptor(owning: ends[0])
    let writer = Descriptor(owning: ends[1])
    let process = try spawn(words, input: input, output: writer.rawValue, errors: writer.rawValue)
    _ = consume writer
    let deadline = Instant.now() + limit
    var (text, hasEnded) = ([UInt8](), false)
    do throws(SystemError) {
      let pidfd = Descriptor(owning: try systemCall("pidfd_open") { clinux_pidfd_open(process) })
      var buffer = [UInt8](repeating: 0, count: 4096)
      while text.count < bytes, try reader.isReadable(within: max(.zero, deadline - .now())) {
        var span = buffer.mutableSpan
        guard let count = try reader.read(into: &span), count > 0 else {
          // It may work on without its output.
          hasEnded = try pidfd.isReadable(within: max(.zero, deadline - .now()))
          break
        }
        text += buffer[..<count]
      }
    } catch {
      _ = CLinux.kill(process, SIGKILL)
      _ = clinux_reap(process)
      throw error
    }
    if !hasEnded { _ = CLinux.kill(process, SIGKILL) }
    let status = try systemCall("waitpid") { clinux_reap(process) }
    return (status, text)
  }

  /// Ends it at once (SIGKILL); `ended` follows.
  public func kill() { if registration != nil { _ = CLinux.kill(process, SIGKILL) } }

  /// Stops or continues it (SIGSTOP, SIGCONT).
  public func rest(_ isResting: Bool) {
    if registration != nil { _ = CLinux.kill(process, isResting ? SIGSTOP : SIGCONT) }
  }

  @discardableResult
  private static func watch(
    _ process: pid_t, _ limits: ProcessLimits = .none, loop: EventLoop, ended: @escaping (Int32) -> Void
  ) throws(SystemError) -> Subprocess {
    do throws(SystemError) {
      if limits != .none {
        try systemCall("prlimit") {
          clinux_limit_process(process, UInt(limits.fileBytes), UInt(limits.memoryBytes))
        }
      }
      let pidfd = Descriptor(owning: try systemCall("pidfd_open") { clinux_pidfd_open(process) })
      let child = Subprocess(process, pidfd)
      // The loop's handler keeps the object until the child has ended.
      child.registration = try loop.register(child.pidfd, for: .read) { _ in
        if let registration = child.registration { loop.remove(registration) }
        child.registration = nil
        ended((try? systemCall("waitpid") { clinux_reap(child.process) }) ?? -1)
      }
      return child
    } catch {
      // Without its pidfd its end goes unnoticed.
      _ = CLinux.kill(process, SIGKILL)
      _ = clinux_reap(process)
      throw error
    }
  }

  private init(_ process: pid_t, _ pidfd: consuming Descriptor) {
    self.process = process
    self.pidfd = pidfd
  }

  /// - Parameters:
  ///   - input: what it gets as its standard input; nil is nothing.
  ///   - output: nil is ours.
  ///   - errors: what it gets as its standard error; nil is ours.
  ///   - secret: what it reads from descriptor 3; nil: it has none.
  private static func spawn(
    _ words: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, secret: String? = nil,
    policy: Int32 = Int32(SCHED_OTHER)
  ) throws(SystemError) -> pid_t {
    let told = try secret.map { text throws(SystemError) in try file(holding: text) }
    defer { if let told { _ = CLinux.close(told) } }
    var actions = unsafe posix_spawn_file_actions_t()
    try pthreadCall("posix_spawn_file_actions_init") { unsafe posix_spawn_file_actions_init(&actions) }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (given, place) in [(input, 0), (output, 1), (errors, 2), (told, 3)] as [(Int32?, Int32)] {
      guard let given else { continue }
      try pthreadCall("posix_spawn_file_actions_adddup2") {
        unsafe posix_spawn_file_actions_adddup2(&actions, given, place)
      }
    }
    if input == nil {
      try pthreadCall("posix_spawn_file_actions_addopen") {
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
    }
    try pthreadCall("posix_spawn_file_actions_addclosefrom_np") {
      unsafe posix_spawn_file_actions_addclosefrom_np(&actions, told == nil ? 3 : 4)
    }
    // Else a command that stays would keep a stick from being unmounted.
    try pthreadCall("posix_spawn_file_actions_addchdir_np") {
      unsafe posix_spawn_file_actions_addchdir_np(&actions, "/")
    }

    var attributes = posix_spawnattr_t()
    try pthreadCall("posix_spawnattr_init") { unsafe posix_spawnattr_init(&attributes) }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    var normal = sched_param()
    let flags =
      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSCHEDULER
      | Int32(CLINUX_POSIX_SPAWN_SETSID)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setschedpolicy(&attributes, policy)
    unsafe posix_spawnattr_setschedparam(&attributes, &normal)
    try pthreadCall("posix_spawnattr_setflags") {
      unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    }

    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var variables = unsafe inherited(ProcessEnvironment.all).map { unsafe strdup($0) } + [nil]
    defer { unsafe variables.forEach { unsafe free($0) } }
    var process: pid_t = 0
    try pthreadCall("posix_spawn") {
      unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    }
    return process
  }

  /// A file in memory with this text, to be read from its beginning.
  private static func file(holding text: String) throws(SystemError) -> Int32 {
    let file = try Descriptor.inMemory("secret")
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest.span) ?? 0) }
    try file.seek(to: 0)
    return file.release()
  }

  /// The environment of a command as NAME=VALUE: the jukebox's own without the service manager's variables. The manager
  /// would refuse and log messages of a command (sd_notify(3)).
  static func inherited(_ environment: [String: String]) -> [String] {
    let ours: Set = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
    return environment.filter { !ours.contains($0.key) }.map { "\($0.key)=\($0.value)" }
  }
}

/// Settings of a program that works for the jukebox in the background.
public enum WorkerProcess {
  /// Takes the lowest priority of the processor (SCHED_IDLE) and of storage (ioprio_set(2)), and ends with its parent,
  /// or after this much processor time (RLIMIT_CPU): it hangs then.
  public static func giveWay(mostSeconds: Int) throws(SystemError) {
    try systemCall("setrlimit") { clinux_limit_processor(UInt(mostSeconds)) }
    var none = sched_param()
    try systemCall("sched_setscheduler") { unsafe sched_setscheduler(0, Int32(CLINUX_SCHED_IDLE), &none) }
    try systemCall("ioprio_set") { clinux_set_idle_io() }
    try systemCall("prctl") { clinux_die_with_parent() }
  }
}
