import CLinux

/// A value that several threads share, one at a time, and whose changes a thread can sleep for
/// (pthread_cond_wait(3)). Not for the audio thread.
@safe public final class Monitor<Value>: @unchecked Sendable {
  // Unchecked: the value is touched only while the lock is held.
  private let guarded: Guarded<Value>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  /// A waiting thread's decision about the current value.
  public enum Outcome<Result> {
    case done(Result)
    /// Sleeps until the next change, or until then at the latest.
    case wait(until: Instant? = nil)
  }

  public init(_ value: sending Value) {
    guarded = Guarded(value)
    unsafe changed = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    // These cannot fail on Linux with these arguments.
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe changed.deallocate()
  }

  /// Reads the value, or changes it without waking a waiter. `body` is short, and takes no other lock.
  public func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    guarded.withLock(body)
  }

  /// Changes the value and wakes all waiters. `body` is short, and takes no other lock.
  public func change<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    defer { unsafe pthread_cond_broadcast(changed) }
    return guarded.withLock(body)
  }

  /// Calls `body` now and after each change, sleeping between, until it is done.
  public func wait<Result: Sendable>(_ body: (inout Value) -> Outcome<Result>) -> Result {
    unsafe pthread_mutex_lock(guarded.lock)
    defer { unsafe pthread_mutex_unlock(guarded.lock) }
    while true {
      // An access of its own each time: others change the value while this one sleeps.
      switch body(&guarded.value) {
      case .done(let result): return result
      case .wait(nil): unsafe pthread_cond_wait(changed, guarded.lock)
      case .wait(let deadline?):
        var time = timespec(
          tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
          tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
        _ = unsafe pthread_cond_timedwait(changed, guarded.lock, &time)
      }
    }
  }
}
