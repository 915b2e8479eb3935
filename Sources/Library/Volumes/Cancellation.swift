import Synchronization

/// Asks work on another thread to end early. Once raised it stays raised.
///
/// Any thread may raise and read it; neither blocks.
public final class Cancellation: Sendable {
  private let raised = Atomic<Bool>(false)

  public init() {}

  public func cancel() { raised.store(true, ordering: .releasing) }
  public var isCancelled: Bool { raised.load(ordering: .acquiring) }
}
