import Model

/// Reports of the engine. A report about anything but its present entries is dropped.
extension Jukebox {
  mutating func started(_ reported: PlaySerial, _ lengths: Lengths) {
    guard transport != .stop else { return }
    if reported == serial {
      heard()
      if !hasStarted { elapsedSince = now }
      hasStarted = true
      self.lengths = lengths
    } else if let queued, reported == queued.serial, let slot = queue.slot(of: queued.entry.id) {
      heard()
      promote(slot, queued, lengths)
    }
  }

  /// Something sounds: what failed before gets its chance again when its turn comes.
  private mutating func heard() {
    failedInARow.removeAll()
    skipsBackward = false
    turn.change(.player)
  }

  /// Makes the next entry the current one.
  private mutating func promote(
    _ slot: UInt32, _ stamped: StampedEntry, _ reported: Lengths
  ) {
    let old = currentSlot
    let isSameSong = goesOnInSong(slot, byItself: true)
    if isSameSong { playing?.leavePart(length: lengths.likely) } else { endPlaying(isAtEnd: true) }
    beginPlannedRound()
    forgetTrouble()
    queued = nil
    currentSlot = slot
    serial = stamped.serial
    hasStarted = true
    hasEnded = false
    lengths = reported
    loop = nil
    elapsedBase = .zero
    elapsedSince = now
    if isSameSong { playOn(slot, at: .zero) } else { beginPlaying(slot, at: .zero) }
    endOneshot()
    takePriority(of: slot)
    if let old, old != slot { consume(old) }
    plan()
    savePosition()
  }

  mutating func report(_ reported: PlaySerial, _ elapsed: Duration) {
    guard reported == serial, transport != .stop, hasStarted else { return }
    elapsedBase = max(.zero, elapsed)
    elapsedSince = now
  }

  mutating func ended(_ reported: PlaySerial) {
    guard reported == serial, transport != .stop, !holdsForVolume else { return }
    if !hasStarted { return failed(reported, .broken, "contains no sound") }
    hasEnded = true
    // A queued entry reports itself.
    if queued == nil { finish() }
  }

  mutating func drained(_ reported: PlaySerial) {
    guard reported == serial, transport != .stop, hasStarted, !holdsForVolume else { return }
    if let queued, let old = currentSlot, let slot = queue.slot(of: queued.entry.id) {
      // It came too late for a seamless joint.
      if !goesOnInSong(slot, byItself: true) { endPlaying(isAtEnd: true) }
      endOneshot()
      advance(from: old, to: slot, paused: false)
    } else {
      finish()
    }
  }

  /// The current entry has sounded to its end and nothing follows it by itself.
  private mutating func finish() {
    guard let old = currentSlot else { return }
    if runsOut {
      interrupt(at: elapsed(at: now))
      // It may have come back meanwhile.
      if let interruption, isPresent(old) { goOn(from: old, after: interruption, paused: false) }
      return
    }
    if let since = unreachableSince, now < since + Self.unreachableGrace {
      elapsedBase = elapsed(at: now)
      holdsForVolume = true
      return
    }
    unreachableNext = nil
    if sleepsWithTrack, level.sleep?.faded != nil { return fallAsleep() }
    let fallsAsleep = sleepsWithTrack
    if fallsAsleep { level.setSleep(nil, &turn) }
    // MPD's rule for `single`: the next entry stands ready, paused.
    let pausesAtBorder = modes.single != .off && !modes.repeat
    let follower = drawFollowing(old, byHand: false)
    if !goesOnInSong(follower, byItself: true) { endPlaying(isAtEnd: true) }
    endOneshot()
    advance(from: old, to: follower, paused: pausesAtBorder || fallsAsleep)
  }

  private mutating func endOneshot() {
    guard modes.single == .oneshot else { return }
    modes.single = .off
    turn.change(.options)
    turn.save(.settings)
  }

  mutating func failed(
    _ reported: PlaySerial, _ kind: FailureKind, _ reason: String
  ) {
    guard transport != .stop else { return }
    if let queued, reported == queued.serial {
      self.queued = nil
      switch kind {
      case .broken, .notInstalled:
        note(queued.entry, kind, reason)
        failedInARow.insert(queued.entry.id)
      case .unreachable:
        // Whether its volume has left shows when its turn comes.
        unreachableNext = queued.entry.id
      }
      // The engine dropped what failed by itself.
      plan()
      if hasEnded, self.queued == nil { finish() }
      return
    }
    guard reported == serial, !runsOut, let entry = current else { return }
    switch kind {
    case .broken where hasStarted, .notInstalled where hasStarted: note(entry, kind, reason)
    case .broken, .notInstalled:
      note(entry, kind, reason)
      passOver(reason: reason)
    case .unreachable:
      note(entry, kind, reason)
      unreachableSince = now
      if !hasStarted { holdsForVolume = true }
    }
  }

  /// Moves to another entry, since the current one can't be played.
  mutating func passOver(reason: String) {
    guard let slot = currentSlot else { return }
    failedInARow.insert(queue.id(ofSlot: slot))
    let paused = transport == .pause
    var other: UInt32?
    if failedInARow.count < Self.failureLimit, skipsBackward {
      order.planned = nil
      other = preceding(slot)
    }
    let stillBackward = other != nil
    if failedInARow.count < Self.failureLimit, other == nil { other = drawFollowing(slot, byHand: true) }
    if let other {
      begin(other, at: .zero, paused: paused, drawn: true)
      skipsBackward = stillBackward
    } else {
      turn.append(.gaveUp(reason: reason))
      halt()
      currentSlot = nil
      failedInARow.removeAll()
      savePosition()
    }
  }

  private mutating func note(
    _ entry: QueueEntry, _ kind: FailureKind, _ reason: String
  ) {
    error = reason
    errorKey = kind.problem
    turn.change(.player)
    turn.append(.skipped(entry, reason: reason))
  }
}
