internal import Linux
internal import Model

/// Finds that a keyboard is a reader of cards: it types a long number and Enter faster than a person. A value.
struct ReaderDetector {
  /// Between two keys; readers need some 10 ms, people 100.
  private static let mostPause = Duration.milliseconds(60)
  /// The shortest number of cards, 4 bytes in hexadecimal digits.
  private static let leastDigits = 8

  /// Keys of every device that may be a reader.
  static let keys = ["KEY_1", "KEY_ENTER"].compactMap { KeyCode(name: $0) }

  private let found: () -> Void
  private var number = TypedNumber(.keys)
  private var lastTime: Instant?

  /// - Parameter found: called with each number that a reader typed.
  init(found: @escaping () -> Void) { self.found = found }

  mutating func take(_ event: KeyEvent) {
    if event.isDown {
      if let lastTime, event.time - lastTime > Self.mostPause { number = TypedNumber(.keys) }
      lastTime = event.time
    }
    guard let typed = number.take(event)?.description.utf8, typed.count >= Self.leastDigits else { return }
    if typed.allSatisfy({ byte in Self.digits.contains { $0.contains(byte) } }) { found() }
  }

  /// Hexadecimal, large or small.
  private static let digits: [ClosedRange<UInt8>] = [0x30...0x39, 0x41...0x46, 0x61...0x66]
}
