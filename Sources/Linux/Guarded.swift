import CLinux

/// A value that several threads share, one at a time (pthread_mutex_lock(3)). Not for the audio thread.
///
/// The standard library's `Mutex` does the same, but the thread sanitizer sees nothing of it and calls every use a
/// race.
@safe public final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is touched only while the lock is held, and only what is `sending` gets in.
  var value: Value
  // `Monitor` sleeps on it, and looks at the value between.
  let lock: UnsafeMutablePointer<pthread_mutex_t>

  public init(_ value: sending Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    // With default attributes it cannot fail on Linux.
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Waits until no other thread is in here, then gives `body` the value. `body` is short, and takes no other lock.
  public func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
