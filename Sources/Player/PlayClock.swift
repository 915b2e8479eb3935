import Model

/// The time of the current entry: how far it has sounded, how long it lasts, and its looped part.
struct PlayClock: Hashable, Sendable {
  var lengths = Lengths()
  /// The looped part of the current track.
  var loop: LoopSection?
  /// The engine has said that the entry sounds.
  private(set) var hasStarted = false
  /// The engine has said that it has sounded to its end.
  var hasEnded = false
  /// The elapsed time at `since`.
  private var base = Duration.zero
  private var since = Duration.zero

  /// Sets the elapsed time, from which it continues.
  mutating func set(_ elapsed: Duration, at now: Duration) { (base, since) = (elapsed, now) }

  /// Continues from the same elapsed time.
  mutating func resume(at now: Duration) { since = now }

  mutating func start(_ lengths: Lengths, at now: Duration) {
    if !hasStarted { since = now }
    hasStarted = true
    self.lengths = lengths
  }

  /// - Parameter speed: 0 while nothing sounds.
  func elapsed(at time: Duration, speed: Double) -> Duration {
    var elapsed = base + max(.zero, time - since) * speed
    if let loop { elapsed = loop.wrapped(elapsed) }
    if let exact = lengths.exact { elapsed = min(elapsed, exact) }
    return elapsed
  }
}
