/// Stands for a receiver that is built after the sender: it is told where to deliver once all parts are there.
final class Relay<Message> {
  var deliver: (Message) -> Void = { _ in }

  func callAsFunction(_ message: Message) { deliver(message) }
}
