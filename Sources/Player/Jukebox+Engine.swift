import Model

/// Reports of the engine. A report about anything but its present entries is dropped.
extension Jukebox {
  /// A song sounds, or soon needs the next one.
  mutating func followEngine(_ event: Event) {
    switch event {
    case .started(let serial, let length, let likely, let file):
      started(serial, Lengths(exact: length, likely: likely, song: file))
    case .wantsNext(let serial) where serial == self.serial && queued == nil: plan(answering: true)
    default: break
    }
  }

  mutating func started(_ reported: PlaySerial, _ lengths: Lengths) {
    guard transport != .stop else { return }
    if reported == serial {
      heard()
      clock.start(lengths, at: now)
    } else if let queued, reported == queued.serial, let slot = queue.slot(of: queued.entry.id) {
      heard()
      promote(slot, queued, lengths)
    }
  }

  private mutating func heard() {
    trouble.heard()
    turn.change(.player)
  }

  /// Makes the next entry the current one.
  private mutating func promote(
    _ slot: UInt32, _ stamped: StampedEntry, _ reported: Lengths
  ) {
    let old = currentSlot
    let isSameSong = goesOnInSong(slot, byItself: true)
    if isSameSong { playing?.leavePart(length: clock.lengths.likely) } else { endPlaying(isAtEnd: true) }
    beginPlannedRound()
    trouble.leaveEntry()
    queued = nil
    currentSlot = slot
    serial = stamped.serial
    clock = PlayClock()
    clock.start(reported, at: now)
    if isSameSong { playOn(slot, at: .zero) } else { beginPlaying(slot, at: .zero) }
    endOneshot()
    takePriority(of: slot)
    if let old, old != slot { consume(old) }
    plan()
    savePosition()
  }

  mutating func report(_ reported: PlaySerial, _ elapsed: Duration) {
    guard reported == serial, transport != .stop, clock.hasStarted else { return }
    clock.set(max(.zero, elapsed), at: now)
  }

  mutating func ended(_ reported: PlaySerial) {
    guard reported == serial, transport != .stop, !trouble.holdsForVolume else { return }
    if !clock.hasStarted { return failed(reported, .broken, "contains no sound") }
    clock.hasEnded = true
    // A queued entry reports itself.
    if queued == nil { finish() }
  }

  mutating func drained(_ reported: PlaySerial) {
    guard reported == serial, transport != .stop, clock.hasStarted, !trouble.holdsForVolume else { return }
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
    if trouble.runsOut {
      interrupt(at: elapsed(at: now))
      // It may have come back meanwhile.
      if let interruption, isPresent(old) { goOn(from: old, after: interruption, paused: false) }
      return
    }
    if let end = trouble.graceEnd, now < end {
      clock.set(elapsed(at: now), at: now)
      trouble.holdsForVolume = true
      return
    }
    trouble.unreachableNext = nil
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
        trouble.failedInARow.insert(queued.entry.id)
      case .unreachable:
        // Whether its volume has left shows when its turn comes.
        trouble.unreachableNext = queued.entry.id
      }
      // The engine dropped what failed by itself.
      plan()
      if clock.hasEnded, self.queued == nil { finish() }
      return
    }
    guard reported == serial, !trouble.runsOut, let entry = current else { return }
    switch kind {
    case .broken where clock.hasStarted, .notInstalled where clock.hasStarted: note(entry, kind, reason)
    case .broken, .notInstalled:
      note(entry, kind, reason)
      passOver(reason: reason)
    case .unreachable:
      note(entry, kind, reason)
      trouble.unreachableSince = now
      if !clock.hasStarted { trouble.holdsForVolume = true }
    }
  }

  /// Moves to another entry, since the current one can't be played.
  mutating func passOver(reason: String) {
    guard let slot = currentSlot else { return }
    trouble.failedInARow.insert(queue.id(ofSlot: slot))
    let paused = transport == .pause
    var other: UInt32?
    if trouble.failedInARow.count < Self.failureLimit, trouble.skipsBackward {
      order.planned = nil
      other = preceding(slot)
    }
    let stillBackward = other != nil
    if trouble.failedInARow.count < Self.failureLimit, other == nil {
      other = drawFollowing(slot, byHand: true)
    }
    if let other {
      begin(other, at: .zero, paused: paused, drawn: true)
      trouble.skipsBackward = stillBackward
    } else {
      turn.append(.gaveUp(reason: reason))
      halt()
      currentSlot = nil
      trouble.failedInARow.removeAll()
      savePosition()
    }
  }

  private mutating func note(
    _ entry: QueueEntry, _ kind: FailureKind, _ reason: String
  ) {
    trouble.show(reason, kind.problem, &turn)
    turn.append(.skipped(entry, reason: reason))
  }
}
