import Model

/// Modes and volume.
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
      previousRound = []
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
    keepWithinBounds()
  }

  /// The volume's limit in percent, for every source of changes.
  public var ceiling: Int {
    isNight ? min(policy.nightVolume ?? 100, policy.maximumVolume) : policy.maximumVolume
  }

  private func bounded(_ percent: Int) -> Int { min(max(percent, policy.minimumVolume, 0), ceiling) }

  private mutating func keepWithinBounds() {
    if bounded(volume) != volume { setLevel(bounded(volume)) }
  }

  /// At night's end the volume is what it was before, unless somebody has changed it.
  mutating func setNight(_ on: Bool) {
    guard on != isNight else { return }
    isNight = on
    // The ceiling is another one, whether or not it changes the volume.
    turn.change(.mixer)
    if on {
      let before = volume
      keepWithinBounds()
      dayVolume = volume == before ? nil : before
    } else if let dayVolume {
      self.dayVolume = nil
      if bounded(dayVolume) != volume { setLevel(bounded(dayVolume)) }
    }
  }

  mutating func setShape(_ shape: SoundShape) {
    guard shape != modes.shape else { return }
    modes.shape = shape
    turn.change(.options)
    turn.save(.settings)
  }

  /// A folder that resumes keeps its speed.
  mutating func setSpeed(_ speed: Double) {
    let speed = min(max(speed, Modes.speeds.lowerBound), Modes.speeds.upperBound)
    guard speed.isFinite, speed != modes.speed else { return }
    elapsedBase = elapsed(at: now)
    elapsedSince = now
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

  /// Beyond floor and ceiling it is clipped and announced, so that sliders move back.
  mutating func setVolume(_ percent: Int) {
    let level = bounded(percent)
    dayVolume = nil
    // A slider that moves, or a key, means that it is to be heard.
    if muted { setMuted(false) }
    if level != volume {
      setLevel(level)
    } else if level != percent {
      turn.change(.mixer)
    }
    if level != percent { turn.append(.atLimit) }
  }

  private mutating func setLevel(_ level: Int) {
    volume = level
    turn.append(.setVolume(level))
    turn.save(.settings)
    turn.change(.mixer)
  }

  mutating func setMuted(_ on: Bool) {
    if on == muted { return }
    muted = on
    turn.change(.mixer)
    turn.append(.setMuted(on))
    turn.save(.settings)
  }
}
