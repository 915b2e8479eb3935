/// An answer on its way to the loop.
protocol LoopReply: Sendable {
  /// Calls the completion, once. On the loop.
  func deliver()
}

/// Answer of a thread, and its completion on the loop.
final class Reply<Value: Sendable>: LoopReply, @unchecked Sendable {
  // Unchecked: the thread sets the value, and a mailbox then gives all of it to the loop, which alone has the completion.
  private var value: Value?
  private var completion: ((Value) -> Void)?

  /// On the loop.
  init(_ completion: @escaping (Value) -> Void) { self.completion = completion }

  /// On any thread, once, before `deliver`.
  func set(_ value: Value) { self.value = value }

  func deliver() {
    guard let value, let completion = completion.take() else { return }
    completion(value)
  }
}
