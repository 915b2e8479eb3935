import Linux

/// Wrong passwords by client address: each answer is delayed longer than the one before, and meanwhile no other password from
/// that address is checked, on any connection. A value; the caller passes the time.
struct PasswordGuesses {
  private struct Guesser {
    var wrong = 0
    /// When the next password from there is checked.
    var free: Instant
  }

  private let first: Duration
  private let longest: Duration
  private var guessers: [String: Guesser] = [:]

  /// Addresses that are counted separately; further ones share one entry.
  static let most = 256
  /// An address without a wrong password for this long is forgotten.
  static let memory = Duration.seconds(600)

  /// - Parameters:
  ///   - first: the pause after the first wrong password; it doubles with each.
  ///   - longest: no pause is longer.
  init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// How long a password from an address waits before it is checked.
  func wait(of address: String, at now: Instant) -> Duration {
    guessers[key(address)].map { max(.zero, $0.free - now) } ?? .zero
  }

  /// - Returns: how long its answer waits.
  mutating func noteWrong(from address: String, at now: Instant) -> Duration {
    guessers = guessers.filter { now - $0.value.free < Self.memory }
    let key = key(address)
    var guesser = guessers[key] ?? Guesser(free: now)
    guesser.wrong += 1
    // The bound keeps it from overflowing.
    let pause = min(longest, first * (1 << min(guesser.wrong - 1, 20)))
    guesser.free = now + pause
    guessers[key] = guesser
    return pause
  }

  /// After the right password from there.
  mutating func forget(_ address: String) { guessers[address] = nil }

  private func key(_ address: String) -> String {
    guessers[address] != nil || guessers.count < Self.most ? address : "others"
  }
}
