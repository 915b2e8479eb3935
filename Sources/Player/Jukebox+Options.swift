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

  mutating func setRandom(_ on: Bool, _ effects: inout [Effect]) {
    if on == modes.random { return }
    modes.random = on
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
    policy = new
    // These are for the next start.
    (policy.autoplay, policy.startVolume) = (autoplay, startVolume)
    if volume > new.maximumVolume { setLevel(new.maximumVolume, &effects) }
  }

  /// Beyond the ceiling it is clipped and announced, so that sliders move back.
  mutating func setVolume(_ percent: Int, _ effects: inout [Effect]) {
    let level = min(max(percent, 0), policy.maximumVolume)
    // A slider that moves, or a key, means that it is to be heard.
    if muted { setMuted(false, &effects) }
    if level != volume {
      setLevel(level, &effects)
    } else if level != percent {
      changed.insert(.mixer)
    }
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
