/// A queue of fixed capacity from the loop to a thread that sleeps until there is work.
public final class WorkQueue<Element: Sendable>: Sendable {
  private struct State {
    var ring: Ring<Element>
    var isClosed = false
  }

  private let state: Monitor<State>

  /// - Parameter capacity: how many elements may wait; 1 and up. All storage is made here.
  public init(capacity: Int) { state = Monitor(State(ring: Ring(capacity: capacity))) }

  /// From any thread; does not wait for room.
  /// - Returns: false where the queue is full or closed; the element is not taken then.
  public func send(_ element: Element) -> Bool {
    state.change { !$0.isClosed && $0.ring.append(element) }
  }

  /// Takes the oldest element, sleeping until there is one.
  /// - Returns: nil once the queue is closed and empty.
  public func receive() -> Element? {
    state.wait { state in
      if let element = state.ring.takeFirst() { return .done(element) }
      return state.isClosed ? .done(nil) : .wait()
    }
  }

  /// Takes the oldest element without sleeping.
  public func poll() -> Element? { state.withLock { $0.ring.takeFirst() } }

  public var isEmpty: Bool { state.withLock { $0.ring.count == 0 } }

  /// No further element is taken; what waits is still delivered, then `receive` answers nil.
  public func close() { state.change { $0.isClosed = true } }
}
