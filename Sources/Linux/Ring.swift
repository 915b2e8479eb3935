/// A first-in-first-out queue of fixed capacity, for one thread at a time.
struct Ring<Element> {
  private var slots: [Element?]
  private var first = 0
  private(set) var count = 0

  init(capacity: Int) {
    precondition(capacity > 0, "a queue holds at least one element")
    slots = Array(repeating: nil, count: capacity)
  }

  var capacity: Int { slots.count }

  /// - Returns: false where it is full.
  mutating func append(_ element: Element) -> Bool {
    guard count < slots.count else { return false }
    slots[(first + count) % slots.count] = element
    count += 1
    return true
  }

  mutating func takeFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      slots[first] = nil
      first = (first + 1) % slots.count
      count -= 1
    }
    return slots[first]
  }
}
