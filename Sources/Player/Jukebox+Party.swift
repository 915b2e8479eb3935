import Model

/// Songs that guests ask for.
extension Jukebox {
  /// Inserts the songs where it is the guest's turn: the first song of each comes before anybody's second one, and so on. The
  /// current song counts, and what nobody asked for is the household's.
  mutating func request(_ items: [QueueItem], guest: String) throws(Refusal) {
    if items.isEmpty { return }
    try permit(items, guest: guest)
    guard queue.room(for: items) == items.count, UInt32.max - queue.nextID > UInt32(QueueLimits.entries)
    else { throw .queueFull }
    filling.isOn = false
    let first = queue.nextID
    for item in items {
      var item = item
      item.told = item.told.tags + [SourceMetadata(.guest, guest)]
      let place = turnIndex(of: guest)
      insert([item], at: modes.random ? queue.count : place, inOrder: place)
    }
    lastAdded = first..<queue.nextID
    guard party.endedAfter != nil, transport == .stop, interruption == nil else { return }
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    startFrom(slot(atOrder: waitingIndexes.lowerBound))
  }

  private func permit(_ items: [QueueItem], guest: String) throws(Refusal) {
    let rules = policy.party
    let waiting = waitingIndexes.map { self.guest(atOrder: $0) == guest ? 1 : 0 }.reduce(items.count, +)
    guard waiting <= rules.songsEach else {
      throw .failed(
        .guestLimit, "At most \(rules.songsEach) songs of a guest wait in the queue",
        about: "\(rules.songsEach)")
    }
    guard rules.againAfterMinutes > 0 else { return }
    let since = now - .seconds(60 * rules.againAfterMinutes)
    var known = Set(waitingIndexes.map { track(atOrder: $0) })
    if let current { known.insert(current.track) }
    for item in items {
      guard known.insert(item.track).inserted, !party.hasBegun(item.track, since: since) else {
        throw .failed(
          .songRepeats,
          "The song waits already, or has played in the last \(rules.againAfterMinutes) minutes",
          about: "\(rules.againAfterMinutes)")
      }
    }
  }

  mutating func withdraw(_ id: EntryID, guest: String) throws(Refusal) {
    let entry = queue[try position(of: id)]
    guard entry.told.guest == guest else {
      throw .failed(.noPermission, "Another guest, or the household, added this song")
    }
    guard transport == .stop || current?.id != id else { throw .plays }
    try delete([id])
  }

  mutating func vote(_ id: EntryID, guest: String) throws(Refusal) {
    let needed = policy.party.skipVotes
    guard needed > 0 else { throw .failed(.notConfigured, "There are no votes: [party] skip-votes is 0") }
    guard transport != .stop, current?.id == id else { throw .overtaken }
    party.vote(guest, against: id, needed: needed)
    turn.change(.player)
    if party.votes(against: id) >= needed { try skip() }
  }

  // MARK: - Places

  /// The places in the order of playback that come after the current song.
  private var waitingIndexes: Range<Int> {
    let last = currentSlot ?? party.endedAfter.flatMap { queue.slot(of: $0) }
    let index = last.flatMap { orderIndex(of: $0) } ?? -1
    return index + 1..<queue.count
  }

  private func entry(atOrder index: Int) -> QueueEntry? {
    queue.position(ofSlot: slot(atOrder: index)).map { queue[$0] }
  }

  /// nil: the household.
  private func guest(atOrder index: Int) -> String? { entry(atOrder: index)?.told.guest }

  private func track(atOrder index: Int) -> TrackReference? { entry(atOrder: index)?.track }

  /// The place of a guest's next song in the order of playback.
  private func turnIndex(of guest: String) -> Int {
    let waiting = waitingIndexes
    // The current song is the first turn of the guest who asked for it.
    let start = currentSlot == nil ? waiting.lowerBound : waiting.lowerBound - 1
    let own = (start..<queue.count).filter { self.guest(atOrder: $0) == guest }
    var turns: [String?: Int] = [:]
    for index in start..<queue.count {
      let other = self.guest(atOrder: index)
      turns[other, default: 0] += 1
      let isLater = turns[other, default: 0] > own.count + 1
      let isPrioritised = modes.random && queue.priority(ofSlot: slot(atOrder: index)) > 0
      if isLater, !isPrioritised, waiting.contains(index), index > own.last ?? -1 { return index }
    }
    return queue.count
  }
}
