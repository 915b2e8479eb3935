import Linux

/// Whether the program runs again after it has ended in order. Loop thread only.
final class RestartRequest {
  private(set) var isMade = false
  private let loop: EventLoop

  /// Until the answer has reached the client.
  private static let answerPeriod = Duration.milliseconds(100)

  init(loop: EventLoop) { self.loop = loop }

  /// Ends the loop soon.
  func make() {
    guard !isMade else { return }
    isMade = true
    loop.schedule(after: Self.answerPeriod) { [loop] in loop.stop() }
  }
}
