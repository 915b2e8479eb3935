import Model

/// The sequence of entries.
extension Jukebox {
  func orderIndex(of slot: UInt32) -> Int? {
    modes.random ? order.index(of: slot) : queue.position(ofSlot: slot)
  }

  func slot(atOrder index: Int) -> UInt32 { modes.random ? order[index] : queue.slot(at: index) }

  func isPresent(_ slot: UInt32) -> Bool { presentVolumes.contains(queue.volume(ofSlot: slot)) }

  func isPlayable(_ slot: UInt32) -> Bool {
    isPresent(slot)
      && (trouble.failedInARow.isEmpty || !trouble.failedInARow.contains(queue.id(ofSlot: slot)))
  }

  /// Spares a search through a long queue whose volumes are all away.
  var hasPresentEntries: Bool { presentVolumes.contains { queue.countByVolume[$0] != nil } }

  func firstPlayable(in range: Range<Int>) -> UInt32? {
    guard hasPresentEntries else { return nil }
    for index in range where isPlayable(slot(atOrder: index)) { return slot(atOrder: index) }
    return nil
  }

  func lastPlayable(in range: Range<Int>) -> UInt32? {
    guard hasPresentEntries else { return nil }
    for index in range.reversed() where isPlayable(slot(atOrder: index)) { return slot(atOrder: index) }
    return nil
  }

  /// Returns the entry after one in play; nil where none follows.
  /// - Parameter byHand: a person skips, and so leaves an entry that repeats.
  func following(_ slot: UInt32, byHand: Bool) -> UInt32? {
    if modes.single != .off, modes.repeat, modes.consume == .off, !byHand, isPlayable(slot) { return slot }
    guard let index = orderIndex(of: slot) else { return nil }
    if let found = firstPlayable(in: index + 1..<queue.count) { return found }
    guard repeats(after: slot, byHand: byHand) else { return nil }
    if modes.random { return firstOfPlannedRound(after: slot) }
    return firstPlayable(in: 0..<(modes.consume == .off ? index + 1 : index))
  }

  /// Whether the queue begins again after this entry, the last one. A stream alone does not: home automation waits for
  /// the stop after what it had played.
  private func repeats(after slot: UInt32, byHand: Bool) -> Bool {
    modes.repeat && (byHand || queue.count > 1 || queue.volume(ofSlot: slot) != .network)
  }

  /// As `following`, drawing a new round where random and repeat need one.
  mutating func drawFollowing(_ slot: UInt32, byHand: Bool) -> UInt32? {
    if order.planned != nil, let index = orderIndex(of: slot),
      firstPlayable(in: index + 1..<queue.count) != nil
    {
      // Entries that failed may be tried again: this round isn't over yet.
      order.planned = nil
    }
    if let found = following(slot, byHand: byHand) { return found }
    guard modes.random, repeats(after: slot, byHand: byHand), order.planned == nil, hasPresentEntries else {
      return nil
    }
    var round = order.shuffled(queue, albums: modes.randomAlbums)
    // Nothing plays twice in a row where there is a choice.
    if !modes.randomAlbums, round.first(where: isPlayable) == slot,
      let own = round.firstIndex(of: slot),
      let other = round.indices.last(where: { $0 > own && isPlayable(round[$0]) })
    {
      round.swapAt(own, other)
    }
    order.planned = round
    return firstOfPlannedRound(after: slot)
  }

  /// Returns the planned round's first playable entry; one that is consumed when it ends doesn't come again.
  private func firstOfPlannedRound(after slot: UInt32) -> UInt32? {
    order.planned?.first { isPlayable($0) && (modes.consume == .off || $0 != slot) }
  }

  /// Makes the planned round the order; its first entry is about to play.
  mutating func beginPlannedRound() {
    if order.beginPlanned(queue) { turn.save(.order) }
  }

  /// Gives the engine the next entry, if it has another.
  /// - Parameter answering: the engine has asked: it gets an answer also without a next entry, or it would wait.
  mutating func plan(answering: Bool = false) {
    let stopsAtBorder = modes.single != .off && !modes.repeat
    var slot: UInt32?
    if transport != .stop, !stopsAtBorder, !sleepsWithTrack, !isClosed, !trouble.holdsForVolume,
      !trouble.runsOut,
      let currentSlot
    {
      slot = drawFollowing(currentSlot, byHand: false)
      // An entry that does not begin at its beginning can't follow without a gap.
      if let next = slot, arrival(at: next) != (next, .zero) || speed(at: next) != modes.speed { slot = nil }
    }
    let id = slot.map { queue.id(ofSlot: $0) }
    if id != nil, id == trouble.unreachableNext { return }
    if id == queued?.entry.id {
      if answering, id == nil { turn.append(.setNext(nil)) }
      return
    }
    queued = nil
    if let id, let entry = queue.entry(of: id) { queued = StampedEntry(serial: newSerial(), entry: entry) }
    turn.append(.setNext(queued))
  }

  /// The queue or the modes have changed.
  mutating func replan() {
    order.planned = nil
    trouble.unreachableNext = nil
    plan()
  }
}
