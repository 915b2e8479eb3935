import Linux

/// Wrong passwords by the address that they came from: each is answered later than the one before, and no other from there
/// is looked at meanwhile, whatever the connection. A value: the time goes in.
struct PasswordGuesses {
  private struct Guesser {
    var wrong = 0
    /// From when on another one from there is looked at.
    var free: Instant
  }

  private let first: Duration
  private let longest: Duration
  private var guessers: [String: Guesser] = [:]

  /// Addresses that are told apart; further ones count as one.
  static let most = 256
  /// After so long without a wrong password an address begins anew.
  static let memory = Duration.seconds(600)

  /// - Parameters:
  ///   - first: the pause behind the first wrong password; it doubles with each.
  ///   - longest: no pause is longer.
  init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// How long a password from an address waits before it is looked at.
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

  /// The right password came from there.
  mutating func forget(_ address: String) { guessers[address] = nil }

  private func key(_ address: String) -> String {
    guessers[address] != nil || guessers.count < Self.most ? address : "others"
  }
}
