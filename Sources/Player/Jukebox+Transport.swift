import Model

/// Playing, pausing, skipping, seeking.
extension Jukebox {
  func slot(at position: Int) throws(Refusal) -> UInt32 {
    guard position >= 0, position < queue.count else { throw .badSongIndex }
    return queue.slot(at: position)
  }

  func slot(of id: EntryID) throws(Refusal) -> UInt32 {
    guard let slot = queue.slot(of: id) else { throw .noSuchSong }
    return slot
  }

  func playingSlot() throws(Refusal) -> UInt32 {
    guard transport != .stop, let currentSlot else { throw .notPlaying }
    return currentSlot
  }

  /// Whether it has no places to seek to: once it plays, its length shows that it has; before, that it is an episode of a
  /// podcast.
  func isLive(_ slot: UInt32) -> Bool {
    guard queue.volume(ofSlot: slot) == .network, let position = queue.position(ofSlot: slot) else {
      return false
    }
    if slot == currentSlot, clock.hasStarted { return clock.lengths.likely == nil }
    return folderPoints.speed(of: FolderReference(of: queue[position].track)) == nil
  }

  /// Only of a file the places can be chosen.
  func soughtSlot(_ slot: UInt32) throws(Refusal) -> UInt32 {
    guard !isLive(slot) else { throw .unsupported("Not seekable: a stream plays as its server sends it") }
    return slot
  }

  // MARK: Commands

  mutating func play() {
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    switch transport {
    case .play: return
    case .pause: setPaused(false)
    case .stop:
      if queue.isEmpty { return }
      filling.plays = false
      if let interruption, let currentSlot, isPresent(currentSlot) {
        goOn(from: currentSlot, after: interruption, paused: false)
        return
      }
      if currentSlot == nil, modes.random { beginOrder(first: nil) }
      startFrom(currentSlot ?? slot(atOrder: 0), goesOn: true)
    }
  }

  mutating func play(_ slot: UInt32) {
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    bringToCurrent(slot)
    startFrom(slot)
  }

  mutating func setPaused(_ paused: Bool) {
    switch (transport, paused) {
    case (.play, true):
      clock.set(elapsed(at: now), at: now)
      transport = .pause
      turn.append(.pause)
    case (.pause, false):
      guard !isClosed || limits.allowsResume(at: now) else { return }
      clock.resume(at: now)
      transport = .play
      trouble.clearError(&turn)
      turn.append(.resume)
    case (.stop, _):
      guard interruption != nil else { return }
      interruption?.state = paused ? .pause : .play
    default: return
    }
    turn.change(.player)
    savePosition()
  }

  mutating func stop() {
    filling.plays = false
    cleared?.position.state = .stop
    guard transport != .stop || interruption != nil else { return }
    halt()
    savePosition()
  }

  /// Leaves an entry that `single` and `repeat` would play again, as MPD does.
  mutating func skip() throws(Refusal) {
    let old = try playingSlot()
    trouble.failedInARow.removeAll()
    let follower = drawFollowing(old, byHand: true)
    // The following entries may only be absent: the place stays, as when the rest has been heard.
    if follower == nil, trouble.runsOut { return }
    advance(from: old, to: follower, paused: false)
  }

  mutating func previous() throws(Refusal) {
    let slot = try playingSlot()
    trouble.failedInARow.removeAll()
    stepBack(from: slot)
  }

  mutating func stepBack(from slot: UInt32) {
    order.planned = nil
    let target = preceding(slot) ?? slot
    guard isPresent(target) else { return startFrom(target) }
    arrive(at: target, paused: false, isAnyFirst: true)
    trouble.skipsBackward = true
  }

  mutating func seek(_ slot: UInt32, to target: Duration) {
    trouble.clearError(&turn)
    let target = max(.zero, target)
    if transport != .stop, slot == currentSlot, !trouble.holdsForVolume, !trouble.runsOut {
      if let loop = clock.loop, target >= loop.end { leaveLoop() }
      let region = current?.region ?? .whole
      let sought = min(target, clock.lengths.farthest(in: region, from: elapsed(at: now)) ?? target)
      clock.set(sought, at: now)
      let endsWithSong = region.end == nil
      playing?.seek(to: sought, length: endsWithSong ? clock.lengths.likely : nil, now: turn.now)
      turn.append(.seek(serial, to: sought))
      turn.change(.player)
      savePosition()
    } else if isPresent(slot) {
      trouble.failedInARow.removeAll()
      begin(slot, at: target, paused: transport == .pause, goesOn: slot == currentSlot)
    } else if trouble.runsOut, slot == currentSlot {
      interrupt(at: target)
    } else {
      play(slot)
      guard slot == currentSlot, transport == .stop, let state = interruption?.state else { return }
      interruption = Interruption(elapsed: target, state: state)
      savePosition()
    }
  }

  mutating func setLoop(_ section: LoopSection?) throws(Refusal) {
    guard let section else {
      if clock.loop != nil { leaveLoop() }
      return
    }
    let slot = try soughtSlot(try playingSlot())
    guard
      let section = LoopSection(start: section.start, end: min(section.end, length ?? section.end)),
      !trouble.holdsForVolume, !trouble.runsOut
    else { throw .badLoop }
    guard section != clock.loop else { return }
    let elapsed = elapsed(at: now)
    clock.loop = section
    turn.append(.setLoop(serial, section))
    turn.change(.player)
    if elapsed < section.start || elapsed >= section.end { seek(slot, to: section.start) }
  }

  private mutating func leaveLoop() {
    clock.set(elapsed(at: now), at: now)
    clock.loop = nil
    turn.append(.setLoop(serial, nil))
    turn.change(.player)
  }

  /// Outside numbers may be anything; beyond what any track lasts, their sum must not trap.
  mutating func seek(_ slot: UInt32, by distance: Duration) {
    let longest = Duration.seconds(1_000_000_000)
    seek(slot, to: elapsed(at: now) + min(max(distance, .zero - longest), longest))
  }

  // MARK: Steps

  /// Plays this one, or the next playable one.
  /// - Parameter goesOn: resumes where it was interrupted.
  mutating func startFrom(_ slot: UInt32, goesOn: Bool = false) {
    if isPlayable(slot) { return arrive(at: slot, paused: false) }
    if let other = drawFollowing(slot, byHand: true) {
      return arrive(at: other, paused: false, drawn: true)
    }
    // Nothing is there to be played: it begins by itself when its volume comes.
    if !goesOn || slot != currentSlot || interruption == nil {
      let arrives = comesFromElsewhere(to: slot)
      if transport != .stop { halt() } else { endPlaying(isLeft: true) }
      interruption = Interruption(elapsed: .zero, arrives: arrives, state: .play)
    }
    interruption?.state = .play
    interruption?.isAskedFor = goesOn
    party.ended = nil
    currentSlot = slot
    trouble.show(Self.isAwayError, .volumeAway, &turn)
    savePosition()
  }

  /// Hands an entry to the engine and makes it the current one.
  /// - Parameters:
  ///   - drawn: it comes from `drawFollowing`, so a planned round begins.
  ///   - goesOn: it is the current one, and what was heard of it counts on.
  ///   - paused: also while no music may begin.
  mutating func begin(
    _ slot: UInt32, at elapsed: Duration, paused: Bool, drawn: Bool = false, goesOn: Bool = false
  ) {
    guard let position = queue.position(ofSlot: slot) else { return }
    let paused = paused || isClosed
    if goesOn, playing?.entry == queue[position].id {
      playing?.jump(to: elapsed, now: turn.now)
    } else if goesOnInSong(slot, byItself: false) {
      playing?.leavePart(length: clock.lengths.likely)
      playOn(slot, at: elapsed)
    } else {
      endPlaying(isLeft: slot != currentSlot)
      beginPlaying(slot, at: elapsed)
    }
    if drawn { beginPlannedRound() }
    order.planned = nil
    trouble.skipsBackward = false
    trouble.leaveEntry()
    interruption = nil
    party.ended = nil
    filling.plays = false
    takeSpeed(of: slot)
    transport = paused ? .pause : .play
    currentSlot = slot
    serial = newSerial()
    clock = PlayClock()
    clock.set(elapsed, at: now)
    queued = nil
    turn.append(.start(StampedEntry(serial: serial, entry: queue[position]), at: elapsed, paused: paused))
    takePriority(of: slot)
    turn.change(.player)
    plan()
    savePosition()
  }

  /// Leaves an entry: consumes it, and plays the next one.
  mutating func advance(
    from old: UInt32, to follower: UInt32?, paused: Bool
  ) {
    if old != follower { consume(old) }
    if let follower {
      arrive(at: follower, paused: paused, drawn: true)
    } else {
      if !paused { party.end(queue) }
      halt()
      currentSlot = nil
      savePosition()
    }
  }

  /// Silence. The current entry stays chosen.
  mutating func halt() {
    endPlaying(isLeft: true)
    if transport != .stop { turn.append(.stop) }
    transport = .stop
    interruption = nil
    queued = nil
    order.planned = nil
    clock = PlayClock()
    trouble.leaveEntry()
    turn.change(.player)
  }

  static let isAwayError = "The volume is not plugged in"

  mutating func savePosition() {
    savesPositionAt = now + Self.savePeriod
    noteFolder()
    if turn.effects.last != .save(.position) { turn.save(.position) }
  }

  /// A priority counts once: MPD resets it when the entry plays.
  mutating func takePriority(of slot: UInt32) {
    guard queue.setPriority(0, ofSlots: [slot]) else { return }
    turn.save(.queue(.prioritise([queue.id(ofSlot: slot)], 0)))
    turn.change(.playlist)
  }

  /// Takes an entry that was left out of the queue, where consume says so.
  mutating func consume(_ slot: UInt32) {
    guard modes.consume != .off, let position = queue.position(ofSlot: slot) else {
      return
    }
    if modes.consume == .oneshot {
      modes.consume = .off
      turn.change(.options)
      turn.save(.settings)
    }
    remove(position..<position + 1)
  }

  /// Returns the entry that `previous` goes to; nil where none precedes.
  mutating func preceding(_ slot: UInt32) -> UInt32? {
    guard let index = orderIndex(of: slot) else { return nil }
    if let found = lastPlayable(in: 0..<index) { return found }
    guard modes.repeat else { return nil }
    guard modes.random else { return lastPlayable(in: index + 1..<queue.count) }
    while let id = order.previous.popLast() {
      guard let earlier = queue.slot(of: id), earlier != slot, isPlayable(earlier) else { continue }
      order.bring(earlier, before: slot)
      return earlier
    }
    return lastPlayable(in: index + 1..<queue.count)
  }

  /// With random on, an entry chosen by hand moves to after the current one, so that the others are not skipped (MPD).
  mutating func bringToCurrent(_ slot: UInt32) {
    guard modes.random else { return }
    if let currentSlot, currentSlot != slot {
      if transport == .stop {
        order.bring(slot, before: currentSlot)
      } else {
        order.bring(slot, behind: currentSlot)
      }
      turn.save(.order)
    } else if currentSlot == nil {
      beginOrder(first: slot)
    }
  }

  mutating func beginOrder(first: UInt32?) {
    order.begin(queue, first: first, albums: modes.randomAlbums)
    turn.save(.order)
  }
}
