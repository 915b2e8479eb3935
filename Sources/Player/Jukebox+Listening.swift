import Model

/// Time that was really heard, and its count as played or skipped.
extension Jukebox {
  var sounds: Bool { transport == .play && clock.hasStarted && !trouble.holdsForVolume }

  /// Adds what has sounded since the last event.
  mutating func listen() {
    let (elapsed, sounds) = (elapsed(at: now), sounds)
    playing?.follow(to: elapsed, now: turn.now, sounds: sounds, speed: modes.speed)
  }

  /// Reports once that enough was heard.
  mutating func tellIfPlayed() {
    guard let current = playing, !current.isTold, current.isPlayed(length: clock.lengths.song) else { return }
    playing?.isTold = true
    turn.append(.heard(report(current, length: clock.lengths.song)))
  }

  mutating func beginPlaying(_ slot: UInt32, at elapsed: Duration) {
    guard let position = queue.position(ofSlot: slot) else { return }
    let entry = queue[position]
    party.begin(entry.track, at: turn.now)
    playing = Playing(
      id: newPlayingID(), entry: entry.id, track: entry.track, partStart: entry.region.partStart,
      at: elapsed,
      now: turn.now)
  }

  /// Whether an entry is another part of the song of which a part plays: both are one playing of it, like seeks within
  /// it.
  /// - Parameter byItself: it follows automatically, so that an earlier part is a repeat.
  func goesOnInSong(_ slot: UInt32?, byItself: Bool) -> Bool {
    guard let playing, let start = playing.partStart, let slot,
      let position = queue.position(ofSlot: slot)
    else { return false }
    let entry = queue[position]
    guard let next = entry.region.partStart, entry.track == playing.track else { return false }
    return entry.id != playing.entry && (!byItself || next > start)
  }

  mutating func playOn(_ slot: UInt32, at elapsed: Duration) {
    guard let position = queue.position(ofSlot: slot) else { return }
    let entry = queue[position]
    playing?.goOn(in: entry.id, partStart: entry.region.partStart, at: elapsed, now: turn.now)
  }

  /// Nothing more of it is heard, or not as the same playing.
  /// - Parameters:
  ///   - isLeft: somebody goes to something else, or throws it away.
  ///   - isAtEnd: it was heard to its end.
  mutating func endPlaying(isLeft: Bool = false, isAtEnd: Bool = false) {
    guard let ended = playing else { return }
    noteFolder(isAtEnd: isAtEnd)
    playing = nil
    guard ended.heard > .zero else { return }
    // A natural end shows the length of a song whose length was estimated.
    let isTold = isAtEnd && ended.partStart == nil && clock.lengths.exact == nil
    var report = report(ended, length: (isTold ? ended.lengthHeard : nil) ?? clock.lengths.song)
    report.isOver = true
    // An entry that ended by itself, or was stopped, was not skipped.
    report.isSkipped =
      isLeft && turn.leavesByHand && transport != .stop && !report.isPlayed
      && !ended.isPartPlayed(length: clock.lengths.likely)
    turn.append(.heard(report))
  }

  private func report(_ playing: Playing, length: Duration?) -> HeardReport {
    HeardReport(
      playing: playing.id, track: playing.track,
      heard: length.map { min($0, playing.heard) } ?? playing.heard,
      length: length, isPlayed: playing.isTold || playing.isPlayed(length: length),
      soughtEnd: playing.soughtEnd)
  }
}

extension Event {
  /// Whether somebody who does this while an entry plays wants something else to play, or that one gone.
  var leavesByHand: Bool {
    switch self {
    case .playPosition, .playID, .next, .previous, .seekPosition, .seekID, .vote: true
    case .delete, .deleteIDs, .clear, .replaceQueue: true
    case .perform(.next), .perform(.previous), .perform(.nextFolder), .perform(.previousFolder): true
    default: false
    }
  }
}
