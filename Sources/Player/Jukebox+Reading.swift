public import Model

extension Jukebox {
  /// Whether playback continues once the current entry's volume is back.
  public var isInterrupted: Bool { interruption != nil }

  /// The current entry; also while stopped, where one is chosen.
  public var current: QueueEntry? { currentSlot.flatMap { queue.position(ofSlot: $0) }.map { queue[$0] } }

  public var currentPosition: Int? { currentSlot.flatMap { queue.position(ofSlot: $0) } }

  /// The entry after the current one by the present modes; nil where none follows, or where it isn't drawn yet.
  public var next: QueueEntry? {
    if let queued { return queue.entry(of: queued.entry.id) }
    guard let currentSlot, let slot = following(currentSlot, byHand: false) else { return nil }
    return queue.position(ofSlot: slot).map { queue[$0] }
  }

  /// Without the values that only the current entry's file has.
  public func status(at time: Duration) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.state, status.volume, status.isMuted, status.modes) = (transport, volume, level.isMuted, modes)
    (status.floor, status.ceiling, status.isNight) = (
      min(policy.minimumVolume, ceiling), ceiling, level.isNight
    )
    (status.sleep, status.sleepTimer) = (sleepLeft(at: time), level.sleep?.timer)
    status.current = current.flatMap(place)
    status.next = next.flatMap(place)
    if transport != .stop {
      (status.elapsed, status.length, status.serial, status.loop) = (
        elapsed(at: time), length, serial, clock.loop
      )
    }
    status.family = familyStatus(at: time)
    status.skipVotes = party.votes(against: current?.id)
    status.skipVotesNeeded = policy.party.skipVotes
    (status.error, status.errorKey, status.lastLoaded) = (error, trouble.errorKey, lastLoaded)
    if interruption?.state == .play { status.waitsForVolume = currentSlot.map { queue.volume(ofSlot: $0) } }
    return status
  }

  private func place(of entry: QueueEntry) -> PlaybackStatus.Place? {
    queue.position(of: entry.id).map { PlaybackStatus.Place(position: $0, id: entry.id) }
  }

  /// When `.tick` is due; nil where nothing is.
  public var deadline: Duration? {
    var times: [Duration] = []
    if transport == .play { times.append(savesPositionAt) }
    if sounds, let time = playing?.countsAt(length: clock.lengths.song) { times.append(time) }
    if trouble.holdsForVolume, let end = trouble.graceEnd { times.append(end) }
    if let settlesAt = filling.settlesAt { times.append(settlesAt) }
    if let time = sleepDeadline { times.append(time) }
    if let time = limitDeadline { times.append(time) }
    if let ringing, ringing.isFading(at: now) { times.append(now + Self.fadeStep) }
    return times.min()
  }

  /// Values to store for `Save.settings`, and with each queue edit.
  public var savedSettings: SavedSettings {
    SavedSettings(
      modes: modes, volume: volume, muted: level.isMuted, queueVersion: queue.version, nextID: queue.nextID,
      lastLoaded: lastLoaded, shape: modes.shape == policy.shape ? nil : modes.shape)
  }

  /// Values to store for `Save.order`.
  public var savedOrder: [EntryID] { order.ids(queue) }

  /// Returns the values to store for `Save.position`.
  public func savedPosition(at time: Duration) -> SavedPosition {
    if let restored = filling.restored { return restored }
    if let interruption {
      return SavedPosition(
        entry: current?.id, elapsed: interruption.elapsed, state: interruption.state, playing: playing?.saved)
    }
    return SavedPosition(
      entry: current?.id, elapsed: transport == .stop ? .zero : elapsed(at: time), state: transport,
      playing: playing?.saved, ended: party.ended)
  }

  func elapsed(at time: Duration) -> Duration {
    clock.elapsed(at: time, speed: sounds ? modes.speed : 0)
  }
}
