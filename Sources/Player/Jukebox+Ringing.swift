import Model

/// Alarms.
extension Jukebox {
  /// The queue that the last `clear` removed, until something is added.
  var cleared: ClearedQueue? {
    get { aside.cleared }
    set { aside.cleared = newValue }
  }

  var ringing: RingingMusic? {
    get { aside.ringing }
    set { aside.ringing = newValue }
  }

  /// The time in which an alarm falls to silence.
  public static let ringingFade = Duration.seconds(10)

  /// Whether the music of an alarm has taken the place of the queue.
  public var isRinging: Bool { ringing != nil }
  /// Whether it can be heard.
  public var ringingSounds: Bool { isRinging && transport == .play && clock.hasStarted }

  mutating func followAlarm(_ event: Event) {
    switch event {
    case .ring(let items, let volume, let fade): ring(items, volume: volume, fade: fade)
    case .fadeRinging: fadeRingingOut()
    default: endRinging()
    }
  }

  /// - Parameter items: none leaves silence, for a sound of another kind.
  private mutating func ring(_ items: [QueueItem], volume: Int, fade: Duration) {
    setSleep(nil)
    if ringing == nil { putAside() } else { emptyQueue() }
    let start = now
    ringing?.fadeStart = start
    ringing?.fade = fade
    ringing?.endStart = nil
    level.ring(at: volume, policy, &turn)
    level.setFade(ringing?.level(at: now) ?? 1, &turn)
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    insert(items, at: 0)
    if let slot = queue.slotsByPosition.first { startFrom(slot) }
  }

  private mutating func putAside() {
    ringing = RingingMusic(
      aside: ClearedQueue(
        queue: queue, order: savedOrder, position: savedPosition(at: now), lastLoaded: lastLoaded,
        fillsQueue: filling.isOn, time: now),
      modes: modes, fadeStart: now, fade: .zero)
    filling.isOn = false
    emptyQueue()
    (modes.random, modes.repeat, modes.single, modes.consume) = (false, true, .off, .off)
    turn.change([.options, .player])
  }

  private mutating func emptyQueue() {
    if transport != .stop || interruption != nil { halt() }
    currentSlot = nil
    order.removeAll()
    queue.removeAll()
    lastLoaded = ""
    turn.change(.playlist)
  }

  private mutating func fadeRingingOut() {
    let start = now
    if ringing?.endStart == nil { ringing?.endStart = start }
  }

  /// Has all be as before, paused.
  mutating func endRinging() {
    guard let ringing = ringing.take() else { return }
    let old = ringing.aside
    emptyQueue()
    queue.restore(old.queue)
    (modes, lastLoaded, filling.isOn) = (ringing.modes, old.lastLoaded, old.fillsQueue)
    turn.change([.options, .player])
    level.endRinging(policy, &turn)
    currentSlot = old.position.entry.flatMap { queue.slot(of: $0) }
    if modes.random {
      order.restore(old.order, current: currentSlot, queue, albums: modes.randomAlbums)
    }
    if let slot = currentSlot, old.position.state != .stop {
      if isPresent(slot) {
        begin(slot, at: old.position.elapsed, paused: true)
      } else {
        interruption = Interruption(elapsed: old.position.elapsed, state: .pause)
      }
    }
    level.setFade(1, &turn)
    turn.save(.settings)
    savePosition()
  }
}

extension Event {
  /// Whether a person changes the queue by it: not the music of an alarm is meant.
  var takesQueue: Bool {
    switch self {
    case .add, .addItems, .request, .clear, .replaceQueue: true
    default: false
    }
  }

  /// The act that it stands for while an alarm rings.
  var alarmAct: Action? {
    switch self {
    case .stop, .perform(.stop): .alarmStop
    case .setPaused(true), .togglePause, .perform(.pause), .perform(.toggle): .alarmSnooze
    default: nil
    }
  }
}
