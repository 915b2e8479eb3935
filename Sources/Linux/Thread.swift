import CLinux

/// A thread of the system, named, with a small stack of its own (pthread_create(3)).
public struct Thread: ~Copyable {
  public enum Priority: Hashable, Sendable {
    case normal
    /// SCHED_FIFO, 1...99 (sched_setscheduler(2)).
    case fifo(Int32)
    /// For work that a person waits for beside the sound: nice 10 and the lowest level of the best-effort I/O class. A
    /// background thread gets this only where RLIMIT_NICE allows it.
    case reduced
    /// For other scans: nice 19 and the idle I/O class (ioprio_set(2)).
    case background
  }

  /// Default size of a thread's stack, in bytes.
  public static let defaultStackBytes = 256 * 1024

  private let thread: pthread_t

  /// Starts a thread. It takes no signals: the loop does.
  /// - Parameters:
  ///   - name: at most 15 bytes, as /proc/PID/task/TID/comm shows it.
  ///   - priority: where the system refuses it, the thread runs at normal priority and calls `refused` first.
  ///   - payload: what the thread gets; it is the thread's own from here on.
  ///   - body: what the thread does; the thread ends when it returns.
  public static func start<Payload: ~Copyable & Sendable>(
    name: StaticString, stackBytes: Int = defaultStackBytes, priority: Priority = .normal,
    payload: consuming Payload, refused: @escaping @Sendable (SystemError) -> Void = { _ in },
    _ body: @escaping @Sendable (consuming Payload) -> Void
  ) throws(SystemError) -> Thread {
    precondition(name.utf8CodeUnitCount <= 15, "a thread's name has at most 15 bytes")
    let storage = UnsafeMutablePointer<Payload>.allocate(capacity: 1)
    unsafe storage.initialize(to: payload)
    let start = Start {
      _ = unsafe clinux_set_thread_name(name.utf8Start)
      do throws(SystemError) { try adopt(priority) } catch { refused(error) }
      let payload = unsafe storage.move()
      unsafe storage.deallocate()
      body(payload)
    }
    do throws(SystemError) {
      return Thread(thread: try create(stackBytes: stackBytes, start))
    } catch {
      unsafe storage.deinitialize(count: 1)
      unsafe storage.deallocate()
      throw error
    }
  }

  /// A thread without a joiner frees itself when it ends (pthread_detach(3)).
  deinit { pthread_detach(thread) }

  /// Waits until the thread has ended (pthread_join(3)).
  public consuming func join() {
    let thread = thread
    discard self
    let code = pthread_join(thread, nil)
    precondition(code == 0, "pthread_join: \(Errno(rawValue: code))")
  }

  /// The kernel's number of the calling thread (gettid(2)).
  public static var currentID: Int { clinux_gettid() }

  /// Gives the calling thread this priority.
  public static func adopt(_ priority: Priority) throws(SystemError) {
    switch priority {
    case .normal:
      var parameters = sched_param()
      try pthreadCall("pthread_setschedparam") {
        unsafe pthread_setschedparam(pthread_self(), Int32(SCHED_OTHER), &parameters)
      }
    case .fifo(let level):
      var parameters = sched_param()
      parameters.sched_priority = level
      try pthreadCall("pthread_setschedparam") {
        unsafe pthread_setschedparam(pthread_self(), Int32(SCHED_FIFO), &parameters)
      }
    case .background:
      // A thread begins with its maker's priority, and the idle class means nothing to a real-time thread.
      try adopt(.normal)
      try systemCall("setpriority") { clinux_set_nice(19) }
      try systemCall("ioprio_set") { clinux_set_idle_io() }
    case .reduced:
      try adopt(.normal)
      try systemCall("ioprio_set") { clinux_set_lowest_io() }
      try systemCall("setpriority") { clinux_set_nice(10) }
    }
  }

  /// The new thread's function: a class, so that one pointer carries it across pthread_create.
  private final class Start {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private static func create(stackBytes: Int, _ start: Start) throws(SystemError) -> pthread_t {
    var attributes = pthread_attr_t()
    try pthreadCall("pthread_attr_init") { unsafe pthread_attr_init(&attributes) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    try pthreadCall("pthread_attr_setstacksize") { unsafe pthread_attr_setstacksize(&attributes, stackBytes) }
    // A thread inherits its maker's mask: with everything blocked around the start, signalfd gets every signal.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    try pthreadCall("pthread_sigmask") { unsafe pthread_sigmask(SIG_SETMASK, &all, &before) }
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(start)
    do throws(SystemError) {
      try pthreadCall("pthread_create") {
        unsafe pthread_create(
          &thread, &attributes,
          { context in
            guard let context = unsafe context else { return nil }
            let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
            start.run()
            return nil
          }, context.toOpaque())
      }
    } catch {
      unsafe context.release()
      throw error
    }
    return thread
  }
}
