import Synchronization

/// Small values from one thread to another, in order and without a lock.
@safe final class SlotRing<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Unchecked: a slot belongs to the sender until it is sent and to the receiver until it is taken.
  let capacity: Int
  private let slots: UnsafeMutablePointer<Element>
  private let sent = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  let dropped = Atomic<Int>(0)

  init(capacity: Int, filledWith element: Element) {
    self.capacity = capacity
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: element, count: capacity)
  }

  deinit { unsafe slots.deallocate() }

  /// Whether something is there to be taken.
  var isEmpty: Bool { taken.load(ordering: .relaxed) == sent.load(ordering: .acquiring) }

  /// The sender's thread. If the ring is full, the newest elements are dropped and counted.
  @discardableResult func send(_ element: Element) -> Bool {
    let index = sent.load(ordering: .relaxed)
    guard index - taken.load(ordering: .acquiring) < capacity else {
      dropped.add(1, ordering: .relaxed)
      return false
    }
    unsafe slots[index % capacity] = element
    sent.store(index + 1, ordering: .releasing)
    return true
  }

  /// The receiver's thread.
  func take() -> Element? {
    let index = taken.load(ordering: .relaxed)
    guard index < sent.load(ordering: .acquiring) else { return nil }
    defer { taken.store(index + 1, ordering: .releasing) }
    return unsafe slots[index % capacity]
  }
}
