internal import Linux

/// Separates presses from the bouncing of a contact. A value: the time comes in.
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
  /// The last reported level.
  private(set) var isActive: Bool
  /// The last level seen, reported or not.
  private var seen: Bool
  /// When the level is to be read and given to `settle`; nil while nothing is open.
  private(set) var deadline: Instant?

  /// - Parameter isActive: the level at the start, which is not reported.
  init(_ mode: Mode, isActive: Bool) {
    self.mode = mode
    self.isActive = isActive
    seen = isActive
  }

  /// Call it with each edge before `edge`: if the deadline came before the edge, though the loop was late, the level
  /// was that of the edge before. This edge's own level says less: the kernel reads the level a little after the edge,
  /// and reports two short edges as one without a change.
  /// - Returns: when the reported level changed, if it did.
  mutating func close(before edge: LineEdge) -> Instant? {
    var changed: Instant?
    // That report may start a window of its own, which is over as well.
    while let due = deadline, edge.time >= due {
      if settle(isActive: seen, at: due) { changed = due }
    }
    return changed
  }

  /// - Returns: whether the reported level changes.
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
  /// - Returns: whether the reported level changes.
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
