import Linux

/// Value that one thread waits for and another gives, once.
final class Answer<Value: Sendable>: Sendable {
  private let value = Monitor<Value?>(nil)

  func give(_ value: Value) { self.value.change { $0 = value } }

  /// Whether `wait` would not sleep.
  var isGiven: Bool { value.withLock { $0 != nil } }

  /// Sleeps until the value is there.
  func wait() -> Value {
    value.wait { value in
      if let value { return .done(value) }
      return .wait()
    }
  }
}
