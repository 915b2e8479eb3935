import Model

/// Volumes that come and go, and what plays by itself.
extension Jukebox {
  mutating func powerOn() {
    guard let savedPosition = filling.restored.take() else { return }
    level.announce(&turn)
    // The queue's version has jumped: the next start must begin after it.
    turn.save(.settings)
    switch policy.autoplay {
    case .off: break
    case .resume where !queue.isEmpty:
      if savedPosition.state != .stop, currentSlot != nil {
        interruption = Interruption(
          elapsed: max(.zero, savedPosition.elapsed),
          arrives: savedPosition.elapsed <= .zero && savedPosition.playing == nil, state: savedPosition.state)
        filling.settlesAt = now + Self.settleTime
      }
    // If there were entries before, a person has emptied the queue: only a new box plays everything.
    case .resume where queue.nextID == 1: filling.begin()
    case .resume: break
    case .all, .shuffle:
      if !queue.isEmpty { clear() }
      setRandom(policy.autoplay == .shuffle)
      filling.begin()
    }
    // A playing that does not continue has ended with the last known time.
    if interruption == nil { endPlaying() }
    for volume in presentVolumes { welcome(volume) }
  }

  mutating func arrived(_ volume: VolumeID) {
    if presentVolumes.contains(volume) { return }
    presentVolumes.append(volume)
    if filling.restored != nil { return }
    welcome(volume)
    if filling.settlesAt == nil { welcomeStranger(volume) }
  }

  private mutating func welcome(_ volume: VolumeID) {
    if let interruption, let currentSlot, queue.volume(ofSlot: currentSlot) == volume {
      filling.settlesAt = nil
      if error == Self.isAwayError { trouble.clearError(&turn) }
      goOn(from: currentSlot, after: interruption, paused: interruption.state == .pause)
    } else {
      replan()
    }
    if filling.isOn, volume != .network { filling.ask(for: volume, queue, &turn) }
  }

  /// Another stick than the one that played: where nothing of the queue can be played, it plays.
  mutating func welcomeStranger(_ volume: VolumeID) {
    guard policy.autoplay != .off, volume != .network, transport == .stop, interruption?.state == .play,
      !hasPresentEntries, !isRinging
    else { return }
    if filling.isOn {
      // Its tracks have been asked for.
      filling.plays = true
      return
    }
    filling.begin()
    turn.append(.fillQueue(volume))
  }

  mutating func left(_ volume: VolumeID) {
    guard let index = presentVolumes.firstIndex(of: volume) else { return }
    presentVolumes.remove(at: index)
    filling.forget(volume)
    defer { folderPoints.forget(volume) }
    guard transport != .stop, let currentSlot, queue.volume(ofSlot: currentSlot) == volume else {
      return replan()
    }
    if transport == .play, clock.hasStarted, !clock.hasEnded, !trouble.holdsForVolume {
      // The decoded rest is still heard: the position to store is its end.
      trouble.leaveEntry()
      queued = nil
      order.planned = nil
      trouble.runsOut = true
      turn.append(.runOut)
      savePosition()
    } else {
      interrupt(at: elapsed(at: now))
    }
  }

  /// Silence until the current entry's volume comes back.
  mutating func interrupt(at elapsed: Duration) {
    let isAtEnd = length.map { elapsed >= $0 } ?? false
    let kept = Interruption(elapsed: elapsed, isAtEnd: isAtEnd, state: transport)
    let interrupted = playing
    playing = nil
    halt()
    interruption = kept
    playing = interrupted
    savePosition()
  }

  mutating func goOn(
    from slot: UInt32, after interruption: Interruption, paused: Bool
  ) {
    if interruption.isAtEnd {
      endPlaying(isAtEnd: true)
      let follower = drawFollowing(slot, byHand: false)
      if follower == nil, interruption.isAskedFor { return begin(slot, at: .zero, paused: paused) }
      advance(from: slot, to: follower, paused: paused)
    } else if interruption.arrives {
      arrive(at: slot, paused: paused)
    } else {
      begin(slot, at: interruption.elapsed, paused: paused, goesOn: true)
    }
  }

  mutating func fill(_ tracks: [TrackReference], from volume: VolumeID) {
    guard filling.isOn, queue.count < QueueLimits.entries else { return }
    let tracks = filling.missing(tracks, from: volume, queue)
    let last = queue.entries.lastIndex { $0.track.volume == volume }
    let position = last.map { $0 + 1 } ?? queue.count
    insert(tracks.map { QueueItem($0) }, at: position)
    if filling.plays, !tracks.isEmpty, transport == .stop { playAdded() }
  }

  mutating func replaceQueue(_ items: [QueueItem]) {
    if items.isEmpty { return }
    trouble.clearError(&turn)
    clear()
    insert(items, at: 0)
    trouble.failedInARow.removeAll()
    playAdded(from: latestFolderStart())
  }

  /// - Parameter start: what to begin with instead of the first of them.
  private mutating func playAdded(from start: UInt32? = nil) {
    var ids = lastAdded
    if modes.random, let any = ids.randomElement(using: &order.generator) { ids = any..<any + 1 }
    guard let first = ids.first, let slot = start ?? queue.slot(of: EntryID(rawValue: first)) else { return }
    if modes.random { beginOrder(first: slot) }
    startFrom(slot)
  }
}
