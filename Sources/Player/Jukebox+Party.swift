import Model

/// Songs that guests ask for.
extension Jukebox {
  /// Inserts the songs where it is the guest's turn: the first song of each comes before anybody's second one, and so on. The
  /// current song counts, and what nobody asked for is the household's.
  mutating func request(_ items: [QueueItem], guest: String) throws(Refusal) {
    if items.isEmpty { return }
    let waiting = try permit(items, guest: guest)
    guard queue.room(for: items) == items.count, UInt32.max - queue.nextID > UInt32(QueueLimits.entries)
    else { throw .queueFull }
    filling.isOn = false
    let first = queue.nextID
    for (number, (item, index)) in zip(items, places(of: items.count, for: guest, waiting)).enumerated() {
      var item = item
      item.told = item.told.tags + [SourceMetadata(.guest, guest)]
      let place = index + number
      insert([item], at: modes.random ? queue.count : place, inOrder: place)
    }
    lastAdded = first..<queue.nextID
    guard party.ended != nil, transport == .stop, interruption == nil,
      let start = waiting.first ?? queue.slot(of: EntryID(rawValue: first))
    else { return }
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    startFrom(start)
  }

  /// The entries that wait, as far as the rules need them; from one pass through the queue.
  private struct Waiting {
    /// Slot of the first one.
    var first: UInt32?
    /// How many are the guest's.
    var own = 0
    /// Places in the order of playback.
    var start: Int
    var lastOwn = -1
    var end: Int
  }

  private func permit(_ items: [QueueItem], guest: String) throws(Refusal) -> Waiting {
    let rules = policy.party
    let limit = Refusal.failed(
      .guestLimit, "At most \(rules.songsEach) songs of a guest wait in the queue",
      about: "\(rules.songsEach)")
    // A folder of thousands of songs is not compared with the queue.
    guard items.count <= rules.songsEach else { throw limit }
    let start = currentSlot.flatMap { orderIndex(of: $0) }.map { $0 + 1 } ?? 0
    var waiting = Waiting(start: start, end: queue.count)
    var repeats = current.map { current in items.contains { $0.track == current.track } } ?? false
    for index in start..<queue.count {
      guard let entry = entry(atOrder: index), waits(entry) else { continue }
      if waiting.first == nil { waiting.first = slot(atOrder: index) }
      waiting.end = index + 1
      if entry.told.guest == guest { (waiting.own, waiting.lastOwn) = (waiting.own + 1, index) }
      if !repeats { repeats = items.contains { $0.track == entry.track } }
    }
    guard waiting.own + items.count <= rules.songsEach else { throw limit }
    guard rules.againAfterMinutes > 0 else { return waiting }
    let since = now - .seconds(60 * rules.againAfterMinutes)
    repeats = repeats || Set(items.map(\.track)).count < items.count
    guard !repeats, !items.contains(where: { party.hasBegun($0.track, since: since) }) else {
      throw .failed(
        .songRepeats,
        "The song waits already, or has played in the last \(rules.againAfterMinutes) minutes",
        about: "\(rules.againAfterMinutes)")
    }
    return waiting
  }

  mutating func withdraw(_ id: EntryID, guest: String) throws(Refusal) {
    let entry = queue[try position(of: id)]
    guard entry.told.guest == guest else { throw .notOwnSong }
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

  private func entry(atOrder index: Int) -> QueueEntry? {
    queue.position(ofSlot: slot(atOrder: index)).map { queue[$0] }
  }

  /// Whether an entry after the current one is still to be played.
  private func waits(_ entry: QueueEntry) -> Bool { party.ended.map { entry.id >= $0 } ?? true }

  /// The places of a guest's next songs in the order of playback as it is now.
  private func places(of count: Int, for guest: String, _ waiting: Waiting) -> [Int] {
    var turns: [String?: Int] = [:]
    var places: [Int] = []
    // The current song is the first turn of the guest who asked for it.
    if let current { turns[current.told.guest] = 1 }
    let own = waiting.own + (turns[guest] ?? 0)
    for index in waiting.start..<waiting.end {
      if places.count == count { break }
      guard let entry = entry(atOrder: index), waits(entry) else { continue }
      turns[entry.told.guest, default: 0] += 1
      guard index > waiting.lastOwn, !modes.random || entry.priority == 0 else { continue }
      while places.count < count, turns[entry.told.guest, default: 0] > own + places.count + 1 {
        places.append(index)
      }
    }
    return places + Array(repeating: waiting.end, count: count - places.count)
  }
}
