import CLinux
import Linux
import Player

/// What waits for the box's store thread. All that is there when a commit begins shares it.
@safe final class BoxInbox: @unchecked Sendable {
  // Unchecked: all state is touched only while `lock` is held.

  struct QueueSave: Sendable {
    enum Content: Sendable {
      case change(QueueChange)
      case whole([QueueEntry])
    }

    let content: Content
    let version: UInt32
    let nextID: UInt32
    /// By which the loop knows who waits.
    let ticket: UInt64
  }

  struct Content: Sendable {
    var queue: [QueueSave] = []
    var order: [EntryID]?
    var settings: SavedSettings?
    var position: (SavedPosition, hint: [UInt8]?)?
    var values: [String: BoxValue?] = [:]
    var volumes: [KnownVolume] = []
    var counter: Int64?
    /// Who waits for the counter to be durable.
    var counterTickets: [UInt64] = []
    var wantsCheckpoint = false
    var isClosing = false

    /// Whether a commit is to begin now.
    var isUrgent: Bool {
      !queue.isEmpty || position != nil || counter != nil || wantsCheckpoint || isClosing
    }

    /// Whether there is anything that can wait for up to a second.
    var isLazy: Bool { order != nil || settings != nil || !values.isEmpty || !volumes.isEmpty }
  }

  /// Edits that may wait for a commit; a further one is refused.
  static let mostQueueSaves = 1024
  /// How long what is not urgent may wait.
  private static let patience = Duration.seconds(1)

  private var content = Content()
  private var lazySince: Instant?
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let filled: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe lock = .allocate(capacity: 1)
    unsafe filled = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    // None of these can fail on Linux with these arguments.
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(filled, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(filled)
    unsafe pthread_mutex_destroy(lock)
    unsafe filled.deallocate()
    unsafe lock.deallocate()
  }

  /// From the loop; does not wait for the thread.
  func change<Value>(_ body: (inout Content) -> Value) -> Value {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let value = body(&content)
    if content.isLazy, lazySince == nil { lazySince = .now() }
    unsafe pthread_cond_signal(filled)
    return value
  }

  /// Keeps for another try what a failed commit held, where nothing newer has come meanwhile.
  func putBack(_ failed: Content) {
    change { content in
      content.order = content.order ?? failed.order
      content.settings = content.settings ?? failed.settings
      content.values.merge(failed.values) { new, _ in new }
      let newer = Set(content.volumes.map(\.id))
      content.volumes += failed.volumes.filter { !newer.contains($0.id) }
    }
  }

  /// Takes everything, sleeping until something is urgent or has waited for long enough.
  func take() -> Content {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !content.isUrgent {
      guard let lazySince else {
        unsafe pthread_cond_wait(filled, lock)
        continue
      }
      let deadline = lazySince + Self.patience
      if .now() >= deadline { break }
      var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
      _ = unsafe pthread_cond_timedwait(filled, lock, &time)
    }
    defer {
      content = Content()
      lazySince = nil
    }
    return content
  }
}
