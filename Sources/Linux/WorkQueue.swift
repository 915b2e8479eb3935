import CLinux

/// A queue of fixed capacity from the loop to a thread that sleeps until there is work.
@safe public final class WorkQueue<Element: Sendable>: @unchecked Sendable {
  // Unchecked: all state is touched only while `lock` is held.
  private var ring: Ring<Element>
  private var isClosed = false
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let filled: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameter capacity: how many elements may wait; 1 and up. All storage is made here.
  public init(capacity: Int) {
    ring = Ring(capacity: capacity)
    unsafe lock = .allocate(capacity: 1)
    unsafe filled = .allocate(capacity: 1)
    // With default attributes neither can fail on Linux.
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(filled, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(filled)
    unsafe pthread_mutex_destroy(lock)
    unsafe filled.deallocate()
    unsafe lock.deallocate()
  }

  /// From any thread; does not wait for room.
  /// - Returns: false where the queue is full or closed; the element is not taken then.
  public func send(_ element: Element) -> Bool {
    withLock {
      guard !isClosed, ring.append(element) else { return false }
      unsafe pthread_cond_signal(filled)
      return true
    }
  }

  /// Takes the oldest element, sleeping until there is one.
  /// - Returns: nil once the queue is closed and empty.
  public func receive() -> Element? {
    withLock {
      while true {
        if let element = ring.takeFirst() { return element }
        if isClosed { return nil }
        unsafe pthread_cond_wait(filled, lock)
      }
    }
  }

  /// Takes the oldest element without sleeping.
  public func poll() -> Element? { withLock { ring.takeFirst() } }

  public var isEmpty: Bool { withLock { ring.count == 0 } }

  /// No further element is taken; what waits is still delivered, then `receive` answers nil.
  public func close() {
    withLock {
      isClosed = true
      unsafe pthread_cond_broadcast(filled)
    }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }
}
