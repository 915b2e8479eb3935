import CLinux

/// Wakes a loop from another thread (eventfd(2)): many signals before the loop looks are one. `signal` neither
/// blocks nor allocates, so the audio thread may call it.
public final class Wakeup: Sendable {
  private let descriptor: Descriptor

  public init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// The descriptor's number, for poll(2) beside a PCM's descriptors.
  public var rawValue: Int32 { descriptor.rawValue }

  /// From any thread.
  public func signal() {
    // The only refusal is a full counter (EAGAIN), and a full counter wakes as well.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Takes back all signals so far. From the woken thread.
  /// - Returns: whether there were any.
  @discardableResult
  public func drain() -> Bool {
    var count: eventfd_t = 0
    return unsafe eventfd_read(descriptor.rawValue, &count) == 0
  }

  /// Calls `handler` in the loop after each signal, until the registration ends.
  public func attach(to loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError)
    -> EventLoop.Registration
  {
    try loop.register(descriptor, for: .read) { [self] _ in
      drain()
      handler()
    }
  }
}
