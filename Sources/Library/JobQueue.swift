import CLinux

/// What waits for a volume's store thread, in two classes: what somebody waits for, and what the scan brings, which
/// goes when nothing of the first class is left.
@safe final class JobQueue: @unchecked Sendable {
  // Unchecked: all state is touched only while `lock` is held.
  typealias Job = @Sendable (VolumeStore?) -> Void

  enum Urgency { case asked, background }

  /// More requests than a hub of clients ever has under way; a further one is refused.
  static let mostAsked = 1024

  private var asked: [Job] = []
  private var background: [Job] = []
  private var isClosed = false
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let filled: UnsafeMutablePointer<pthread_cond_t>

  init() {
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

  /// From any thread; does not wait.
  /// - Returns: false where the queue is full or closed; the job is not taken then.
  func send(_ job: @escaping Job, _ urgency: Urgency) -> Bool {
    withLock {
      guard !isClosed, asked.count < Self.mostAsked, background.count < Self.mostAsked else { return false }
      switch urgency {
      case .asked: asked.append(job)
      case .background: background.append(job)
      }
      unsafe pthread_cond_signal(filled)
      return true
    }
  }

  /// Takes the next job, sleeping until there is one.
  /// - Returns: nil once the queue is closed and empty.
  func receive() -> Job? {
    withLock {
      while true {
        if !asked.isEmpty { return asked.removeFirst() }
        if !background.isEmpty { return background.removeFirst() }
        if isClosed { return nil }
        unsafe pthread_cond_wait(filled, lock)
      }
    }
  }

  /// Whether somebody waits: long background work ends for it.
  var hasAsked: Bool { withLock { !asked.isEmpty } }

  /// No further job is taken; what waits is still received.
  func close() {
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
