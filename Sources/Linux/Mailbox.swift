/// A queue of fixed capacity from other threads to the loop. Messages arrive in the order in which they were sent.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages: Guarded<Ring<Message>>
  private let wakeup: Wakeup

  /// - Parameter capacity: how many messages may wait; 1 and up. All storage is made here.
  public init(capacity: Int) throws(SystemError) {
    messages = Guarded(Ring(capacity: capacity))
    wakeup = try Wakeup()
  }

  /// From any thread but the audio thread (it takes a lock). Never blocks on the receiver.
  /// - Returns: false where the queue is full; the message is not taken then.
  public func send(_ message: Message) -> Bool {
    let taken = messages.withLock { $0.append(message) }
    if taken { wakeup.signal() }
    return taken
  }

  /// Takes the oldest message. From the receiving thread.
  public func receive() -> Message? { messages.withLock { $0.takeFirst() } }

  /// Calls `handler` in the loop for each message, until the registration ends. At most one capacity of messages
  /// is handled in a turn, so that a busy sender does not keep the loop from everything else.
  public func attach(
    to loop: EventLoop, _ handler: @escaping (Message) -> Void
  ) throws(SystemError) -> EventLoop.Registration {
    let capacity = messages.withLock { $0.capacity }
    // The handler is held by the registration's loop: it must not hold the registration.
    weak var registration: EventLoop.Registration?
    let made = try wakeup.attach(to: loop) { [self, unowned loop] in
      for _ in 0..<capacity {
        guard let registration, loop.contains(registration), let message = receive() else { return }
        handler(message)
      }
      wakeup.signal()
    }
    registration = made
    return made
  }
}
