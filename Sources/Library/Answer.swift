import CLinux

/// What one thread waits for and another gives, once.
@safe final class Answer<Value: Sendable>: @unchecked Sendable {
  // Unchecked: all state is touched only while `lock` is held.
  private var value: Value?
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let given: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe lock = .allocate(capacity: 1)
    unsafe given = .allocate(capacity: 1)
    // With default attributes neither can fail on Linux.
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(given, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(given)
    unsafe pthread_mutex_destroy(lock)
    unsafe given.deallocate()
    unsafe lock.deallocate()
  }

  func give(_ value: Value) {
    unsafe pthread_mutex_lock(lock)
    self.value = value
    unsafe pthread_cond_signal(given)
    unsafe pthread_mutex_unlock(lock)
  }

  /// Sleeps until the value is there.
  func wait() -> Value {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let value { return value }
      unsafe pthread_cond_wait(given, lock)
    }
  }
}
