/// Stands for a receiver that is built after the sender: its target is set once all parts exist.
final class LateBinding<Message> {
  var deliver: (Message) -> Void = { _ in }

  func callAsFunction(_ message: Message) { deliver(message) }
}
