import Model

/// Modes and the policy.
extension Jukebox {
  mutating func setModes(_ change: (inout Modes) -> Void) {
    let before = modes
    change(&modes)
    if modes == before { return }
    turn.change(.options)
    turn.save(.settings)
    replan()
  }

  mutating func setRandom(_ on: Bool, albums: Bool = false) {
    if on == modes.random, albums == modes.randomAlbums { return }
    modes.random = on
    modes.randomAlbums = albums
    turn.change(.options)
    turn.save(.settings)
    if on {
      // MPD: while stopped, the next `play` begins anywhere.
      if transport == .stop, interruption == nil, currentSlot != nil {
        currentSlot = nil
        turn.change(.player)
        savePosition()
      }
      beginOrder(first: currentSlot)
    } else {
      order.removeAll()
      turn.save(.order)
    }
    replan()
  }

  mutating func change(to new: Policy) {
    let (autoplay, startVolume) = (policy.autoplay, policy.startVolume)
    let configured = policy.shape
    policy = new
    if modes.shape == configured, modes.shape != new.shape { setShape(new.shape) }
    // These are for the next start.
    (policy.autoplay, policy.startVolume) = (autoplay, startVolume)
    level.keepWithinBounds(policy, &turn)
  }

  mutating func setShape(_ shape: SoundShape) {
    guard shape != modes.shape else { return }
    modes.shape = shape
    turn.change(.options)
    turn.save(.settings)
  }

  mutating func askForSpeed(_ speed: Double) throws(Refusal) {
    if speed != 1, transport != .stop, let currentSlot, isLive(currentSlot) {
      throw .unsupported("A stream plays at its own speed")
    }
    setSpeed(speed)
  }

  /// A folder that resumes keeps its speed.
  mutating func setSpeed(_ speed: Double) {
    let speed = min(max(speed, Modes.speeds.lowerBound), Modes.speeds.upperBound)
    guard speed.isFinite, speed != modes.speed else { return }
    clock.set(elapsed(at: now), at: now)
    modes.speed = speed
    turn.change(.options)
    noteFolder()
    plan()
  }

  /// An entry begins.
  mutating func takeSpeed(of slot: UInt32) {
    let speed = speed(at: slot)
    guard speed != modes.speed else { return }
    modes.speed = speed
    turn.change(.options)
  }
}
