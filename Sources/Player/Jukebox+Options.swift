import Model

/// Modes and volume.
extension Jukebox {
  mutating func setModes(_ effects: inout [Effect], _ change: (inout Modes) -> Void) {
    let before = modes
    change(&modes)
    if modes == before { return }
    changed.insert(.options)
    effects.append(.save(.settings))
    replan(&effects)
  }

  mutating func setRandom(_ on: Bool, albums: Bool = false, _ effects: inout [Effect]) {
    if on == modes.random, albums == modes.randomAlbums { return }
    modes.random = on
    modes.randomAlbums = albums
    changed.insert(.options)
    effects.append(.save(.settings))
    if on {
      // MPD: while stopped, the next `play` begins anywhere.
      if transport == .stop, interruption == nil, currentSlot != nil {
        currentSlot = nil
        changed.insert(.player)
        savePosition(&effects)
      }
      beginOrder(first: currentSlot, &effects)
    } else {
      order.removeAll()
      previousRound = []
      effects.append(.save(.order))
    }
    replan(&effects)
  }

  mutating func change(to new: Policy, _ effects: inout [Effect]) {
    let (autoplay, startVolume) = (policy.autoplay, policy.startVolume)
    let configured = policy.shape
    policy = new
    if modes.shape == configured, modes.shape != new.shape { setShape(new.shape, &effects) }
    // These are for the next start.
    (policy.autoplay, policy.startVolume) = (autoplay, startVolume)
    keepWithinBounds(&effects)
  }

  /// The volume's limit in percent, for every source of changes.
  public var ceiling: Int {
    isNight ? min(policy.nightVolume ?? 100, policy.maximumVolume) : policy.maximumVolume
  }

  private func bounded(_ percent: Int) -> Int { min(max(percent, policy.minimumVolume, 0), ceiling) }

  private mutating func keepWithinBounds(_ effects: inout [Effect]) {
    if bounded(volume) != volume { setLevel(bounded(volume), &effects) }
  }

  /// At night's end the volume is what it was before, unless somebody has changed it.
  mutating func setNight(_ on: Bool, _ effects: inout [Effect]) {
    guard on != isNight else { return }
    isNight = on
    // The ceiling is another one, whether or not it changes the volume.
    changed.insert(.mixer)
    if on {
      let before = volume
      keepWithinBounds(&effects)
      dayVolume = volume == before ? nil : before
    } else if let dayVolume {
      self.dayVolume = nil
      if bounded(dayVolume) != volume { setLevel(bounded(dayVolume), &effects) }
    }
  }

  mutating func setShape(_ shape: SoundShape, _ effects: inout [Effect]) {
    guard shape != modes.shape else { return }
    modes.shape = shape
    changed.insert(.options)
    effects.append(.save(.settings))
  }

  /// A folder that resumes keeps its speed.
  mutating func setSpeed(_ speed: Double, _ effects: inout [Effect]) {
    let speed = min(max(speed, Modes.speeds.lowerBound), Modes.speeds.upperBound)
    guard speed.isFinite, speed != modes.speed else { return }
    elapsedBase = elapsed(at: now)
    elapsedSince = now
    modes.speed = speed
    changed.insert(.options)
    noteFolder(&effects)
    plan(&effects)
  }

  /// An entry begins.
  mutating func takeSpeed(of slot: UInt32) {
    let speed = speed(at: slot)
    guard speed != modes.speed else { return }
    modes.speed = speed
    changed.insert(.options)
  }

  /// Beyond floor and ceiling it is clipped and announced, so that sliders move back.
  mutating func setVolume(_ percent: Int, _ effects: inout [Effect]) {
    let level = bounded(percent)
    dayVolume = nil
    // A slider that moves, or a key, means that it is to be heard.
    if muted { setMuted(false, &effects) }
    if level != volume {
      setLevel(level, &effects)
    } else if level != percent {
      changed.insert(.mixer)
    }
    if level != percent { effects.append(.atLimit) }
  }

  private mutating func setLevel(_ level: Int, _ effects: inout [Effect]) {
    volume = level
    effects += [.setVolume(level), .save(.settings)]
    changed.insert(.mixer)
  }

  mutating func setMuted(_ on: Bool, _ effects: inout [Effect]) {
    if on == muted { return }
    muted = on
    changed.insert(.mixer)
    effects += [.setMuted(on), .save(.settings)]
  }
}
