internal import Linux
internal import Model

/// The number of actions of one input, and the last one.
struct ActionCount: Hashable {
  private(set) var count = 0
  private(set) var last: Action?
  private(set) var time: Instant?

  mutating func note(_ action: Action, at time: Instant) {
    count += 1
    last = action
    self.time = time
  }
}
