import Linux

/// The slot in which the decode thread finds what to do. The lock is held for the copy of a few words only.
final class FeederOrders: Sendable {
  private let waiting = Guarded<FeederOrder?>(nil)

  /// Loop thread.
  func put(_ order: FeederOrder) {
    waiting.withLock { waiting in
      if waiting == nil { waiting = order } else { waiting?.merge(order) }
    }
  }

  /// Decode thread.
  func take() -> FeederOrder? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }

  var isEmpty: Bool { waiting.withLock { $0 == nil } }
}
