internal import Linux

/// Tells presses from the bouncing of a contact. A value: the time comes in.
struct Debouncer {
  enum Mode: Hashable {
    /// The first edge counts, those within the window don't; then the level is read again. Adds no delay.
    case firstEdge(window: Duration)
    /// A level counts once it has been stable for this long.
    case stable(for: Duration)
    /// Every edge counts: the kernel has done it.
    case none
  }

  let mode: Mode
  /// The level that was told last.
  private(set) var isActive: Bool
  /// When the level is to be read and given to `settle`; nil while nothing is open.
  private(set) var deadline: Instant?

  /// - Parameter isActive: the level at the start, which nobody is told.
  init(_ mode: Mode, isActive: Bool) {
    self.mode = mode
    self.isActive = isActive
  }

  /// - Returns: whether the level that is told changes.
  mutating func edge(isActive level: Bool, at time: Instant) -> Bool {
    switch mode {
    case .none: return tell(level)
    case .stable(let period):
      deadline = time + period
      return false
    case .firstEdge(let window):
      // The window ends by reading the level, not by the clock alone: an edge that came just behind it is in there.
      if deadline != nil { return false }
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
