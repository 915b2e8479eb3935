/// When the box's changes are committed, and what waits for that.
struct CommitSchedule {
  enum Step {
    /// Nothing is to be done, or it is done already.
    case none
    case commit
    /// A commit within `BoxStore.patience`.
    case schedule
  }

  /// Whether what is changed belongs to a command list: it is on the storage once the flush was answered.
  var defersFlush = false
  /// Whether a commit is under way: what comes meanwhile shares the next one.
  private var isCommitting = false
  private var isScheduled = false
  /// Weight of edits that are not committed yet.
  private var weight = 0
  /// Whether an edit, or a position, waits for the flush.
  private var (owesEdits, owesFlush) = (false, false)
  private var roomWaiters: [() -> Void] = []

  /// Whether command lists may continue: they wait while too many edits are not stored yet.
  var hasRoom: Bool { weight < PendingBoxWrites.roomyWeight }

  /// - Returns: whether somebody waits for the edit before a flush; nil where there is no room for it.
  mutating func addEdit(weight added: Int) -> Bool? {
    guard weight < PendingBoxWrites.mostWeight else { return nil }
    weight += added
    if defersFlush { (owesEdits, owesFlush) = (true, true) }
    return !defersFlush
  }

  /// - Returns: whether somebody waits for the position before a flush.
  mutating func addPosition() -> Bool {
    if defersFlush { owesFlush = true }
    return !defersFlush
  }

  /// - Returns: whether the flush is to be answered when edits are stored; nil where nothing waits for it.
  mutating func takeFlush() -> Bool? {
    defer { (owesEdits, owesFlush) = (false, false) }
    return owesFlush ? owesEdits : nil
  }

  /// Decides about changes that wait.
  /// - Parameters:
  ///   - isUrgent: somebody waits for some of them.
  ///   - isLazy: there are some.
  mutating func next(isUrgent: Bool, isLazy: Bool) -> Step {
    if isCommitting { return .none }
    if isUrgent { return .commit }
    guard isLazy, !isScheduled else { return .none }
    isScheduled = true
    return .schedule
  }

  /// The time of a scheduled commit has come.
  mutating func isDue() -> Bool {
    isScheduled = false
    return !isCommitting
  }

  mutating func begin() { isCommitting = true }

  mutating func ended(weight committed: Int) {
    isCommitting = false
    weight -= committed
  }

  mutating func add(waiter: @escaping () -> Void) { roomWaiters.append(waiter) }

  /// Takes those that waited for room, where there is some.
  mutating func takeWaiters() -> [() -> Void] {
    guard hasRoom else { return [] }
    defer { roomWaiters = [] }
    return roomWaiters
  }
}
