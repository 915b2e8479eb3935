internal import Linux

/// Tells presses from the bouncing of a contact. A value: the time comes in.
struct Debouncer {
  enum Mode: Hashable {
    /// The first edge counts, and none until there was none for the window; then the level is read. Adds no delay, and
    /// a train of bounces of any length counts once.
    case firstEdge(window: Duration)
    /// A level counts once it has been stable for this long.
    case stable(for: Duration)
    /// Every edge counts: the kernel has done it.
    case none
  }

  let mode: Mode
  /// The level that was told last.
  private(set) var isActive: Bool
  /// The level that was seen last, told or not.
  private var seen: Bool
  /// When the level is to be read and given to `settle`; nil while nothing is open.
  private(set) var deadline: Instant?

  /// - Parameter isActive: the level at the start, which nobody is told.
  init(_ mode: Mode, isActive: Bool) {
    self.mode = mode
    self.isActive = isActive
    seen = isActive
  }

  /// To be called with each edge before `edge`: where the deadline had come before it, though the loop was late, the
  /// level was that of the edge before. What this edge ended says less: the kernel reads the level of an edge a little
  /// later, and tells two short ones as one that changes nothing.
  /// - Returns: when the level that is told changed, if it did.
  mutating func close(before edge: LineEdge) -> Instant? {
    var changed: Instant?
    // What is told then may have a window of its own, which is over as well.
    while let due = deadline, edge.time >= due {
      if settle(isActive: seen, at: due) { changed = due }
    }
    return changed
  }

  /// - Returns: whether the level that is told changes.
  mutating func edge(isActive level: Bool, at time: Instant) -> Bool {
    seen = level
    switch mode {
    case .none: return tell(level)
    case .stable(let period):
      deadline = time + period
      return false
    case .firstEdge(let window):
      if let due = deadline {
        // Edges of one line come in order; a clock that says otherwise doesn't shorten the window.
        deadline = max(due, time + window)
        return false
      }
      guard tell(level) else { return false }
      deadline = time + window
      return true
    }
  }

  /// The deadline has come, and this is the level.
  /// - Returns: whether the level that is told changes.
  mutating func settle(isActive level: Bool, at time: Instant) -> Bool {
    guard let due = deadline, time >= due else { return false }
    deadline = nil
    seen = level
    guard tell(level) else { return false }
    if case .firstEdge(let window) = mode { deadline = time + window }
    return true
  }

  private mutating func tell(_ level: Bool) -> Bool {
    if level == isActive { return false }
    isActive = level
    return true
  }
}
