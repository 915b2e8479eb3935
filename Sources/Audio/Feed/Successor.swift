/// The entry after the one that was begun last, as far as the loop has named it.
struct Successor {
  private(set) var next = FeederOrder.Next.unknown
  /// Whether the loop was asked for it, or is about to name another.
  private(set) var hasAsked = false
  private var waits = 0
  /// Number of sleeps of the decode thread, with a hungry ring and no known next entry, before the stream ends.
  private let patience: Int

  init(patience: Int) { self.patience = patience }

  /// Named by the loop, or used up: unknown.
  mutating func set(_ next: FeederOrder.Next) {
    self.next = next
    hasAsked = false
    waits = 0
  }

  /// It is used up; the loop names what follows instead without being asked.
  mutating func fail() {
    next = .unknown
    hasAsked = true
  }

  /// It is used up, by an end.
  mutating func end() { next = .unknown }

  mutating func endsStream() { next = .nothing }

  /// - Returns: whether the loop is to be asked.
  mutating func ask() -> Bool {
    defer { hasAsked = true }
    return !hasAsked
  }

  /// - Returns: whether there was patience left.
  mutating func wait() -> Bool {
    waits += 1
    return waits <= patience
  }
}
