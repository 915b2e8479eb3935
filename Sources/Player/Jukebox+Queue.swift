import Model

/// Editing the queue.
extension Jukebox {
  func position(of id: EntryID) throws(Refusal) -> Int {
    guard let position = queue.position(of: id) else { throw .noSuchSong }
    return position
  }

  /// MPD's rule: a range may begin at most at the end, and is clipped there.
  private func clipped(_ range: Range<Int>) throws(Refusal) -> Range<Int> {
    guard range.lowerBound >= 0, range.lowerBound <= queue.count else { throw .badSongIndex }
    return range.lowerBound..<min(max(range.upperBound, range.lowerBound), queue.count)
  }

  mutating func add(
    _ items: [QueueItem], at place: QueuePlace
  ) throws(Refusal) {
    let position = try position(at: place, count: queue.count) { () throws(Refusal) in
      guard let currentPosition else { throw .noCurrentSong }
      return currentPosition
    }
    guard queue.room(for: items) == items.count, UInt32.max - queue.nextID > UInt32(QueueLimits.entries)
    else {
      throw .queueFull
    }
    filling.isOn = false
    insert(items, at: position)
  }

  /// - Parameters:
  ///   - count: of the entries among which it is.
  ///   - current: the current entry's position among them.
  private func position(
    at place: QueuePlace, count: Int, current: () throws(Refusal) -> Int
  ) throws(Refusal) -> Int {
    let position: Int
    switch place {
    case .end: position = count
    case .position(let absolute): position = absolute
    case .afterCurrent(let distance):
      let base = try current()
      position = distance < 0 ? -1 : (base + 1).saturatingAdd(distance)
    case .beforeCurrent(let distance):
      let base = try current()
      position = distance < 0 || distance > base ? -1 : base - distance
    }
    guard position >= 0, position <= count else { throw .badSongIndex }
    return position
  }

  /// Inserts as many as there is room for.
  /// - Parameter place: where the first one is in the random order, if there is one; nil: at random places.
  mutating func insert(_ items: [QueueItem], at position: Int, inOrder place: Int? = nil) {
    lastAdded = queue.nextID..<queue.nextID
    let room = queue.room(for: items)
    let items = items.count > room ? Array(items.prefix(room)) : items
    if items.isEmpty { return }
    cleared = nil
    let slots = queue.insert(items, at: position)
    lastAdded = lastAdded.lowerBound..<queue.nextID
    turn.append(
      .save(.queue(.insert((position..<position + items.count).map { queue[$0] }, at: position))))
    if modes.random {
      // The engine's next entry stays next.
      let settled = queued.flatMap { queue.slot(of: $0.entry.id) }.flatMap { order.index(of: $0) }
      let start = settled ?? currentSlot.flatMap { order.index(of: $0) } ?? -1
      if let place {
        order.insert(slots, at: place)
      } else {
        order.weave(slots, from: start + 1, queue, albums: modes.randomAlbums)
      }
      turn.save(.order)
    }
    turn.change(.playlist)
    replan()
  }

  mutating func delete(_ range: Range<Int>) throws(Refusal) {
    let range = try clipped(range)
    if range.isEmpty { return }
    filling.isOn = false
    let slots = Set(queue.slotsByPosition[range])
    let follower = leaving(slots)
    remove(range)
    goOn(with: follower)
  }

  mutating func delete(_ ids: [EntryID]) throws(Refusal) {
    var slots: Set<UInt32> = []
    for id in ids { slots.insert(try slot(of: id)) }
    if slots.isEmpty { return }
    filling.isOn = false
    let follower = leaving(slots)
    if ids.count == 1, let position = queue.position(of: ids[0]) {
      remove(position..<position + 1)
    } else {
      if modes.random { order.remove(slots) }
      queue.remove(slots: slots)
      turn.save(.queue(.removeEntries(ids)))
      turn.change(.playlist)
    }
    goOn(with: follower)
  }

  /// The effect on playback of removing entries.
  private enum Leaving {
    case stays
    case follows(UInt32?)
  }

  private mutating func leaving(_ slots: Set<UInt32>) -> Leaving {
    guard let current = currentSlot, slots.contains(current) else { return .stays }
    guard transport != .stop, let index = orderIndex(of: current) else { return .follows(nil) }
    let around = [index + 1..<queue.count, 0..<(modes.repeat ? index : 0)]
    for index in around.joined() {
      let candidate = slot(atOrder: index)
      if !slots.contains(candidate), isPlayable(candidate) { return .follows(candidate) }
    }
    return .follows(nil)
  }

  /// MPD's rule for a deleted current entry: playback continues with the following one; a paused one stops there.
  private mutating func goOn(with leaving: Leaving) {
    order.planned = nil
    guard case .follows(let follower) = leaving else { return plan() }
    let wasPlaying = transport == .play
    currentSlot = nil
    if let follower, wasPlaying {
      arrive(at: follower, paused: false)
    } else {
      if wasPlaying { party.end(queue) }
      halt()
      currentSlot = follower
      savePosition()
    }
  }

  /// Takes positions out; what plays is not looked at.
  mutating func remove(_ range: Range<Int>) {
    if modes.random { order.remove(Set(queue.slotsByPosition[range])) }
    queue.remove(range)
    turn.save(.queue(.remove(range)))
    turn.change(.playlist)
  }

  mutating func clear() {
    let old = ClearedQueue(
      queue: queue, order: savedOrder, position: savedPosition(at: now), lastLoaded: lastLoaded,
      fillsQueue: filling.isOn, time: now)
    filling.isOn = false
    let hadCurrent = currentSlot != nil
    if transport != .stop || interruption != nil { halt() }
    currentSlot = nil
    order.removeAll()
    queue.removeAll()
    // A second clear changes nothing, so the first can still be taken back.
    if !old.queue.isEmpty { cleared = old }
    turn.save(.queue(.clear))
    noteLoaded("")
    if hadCurrent {
      turn.change(.player)
      savePosition()
    }
    turn.change(.playlist)
  }

  /// Whether a `clear` can be taken back: nothing was added since, and it was a moment ago.
  public func canTakeBackClear(at time: Duration) -> Bool {
    guard let cleared else { return false }
    return queue.isEmpty && time - cleared.time < ClearedQueue.patience
  }

  mutating func takeBackClear() {
    guard canTakeBackClear(at: now), let old = cleared else { return }
    cleared = nil
    queue.restore(old.queue)
    turn.save(.queue(.insert(queue.entries, at: 0)))
    turn.change(.playlist)
    filling.isOn = old.fillsQueue
    noteLoaded(old.lastLoaded)
    let slot = old.position.entry.flatMap { queue.slot(of: $0) }
    currentSlot = slot
    if modes.random {
      order.restore(old.order, current: slot, queue, albums: modes.randomAlbums)
      turn.save(.order)
    }
    guard let slot else { return }
    turn.change(.player)
    if old.position.state == .stop { return savePosition() }
    if isPresent(slot) {
      begin(slot, at: old.position.elapsed, paused: old.position.state == .pause)
    } else {
      interruption = Interruption(elapsed: old.position.elapsed, state: old.position.state)
      savePosition()
    }
  }

  mutating func noteLoaded(_ playlist: String) {
    guard lastLoaded != playlist else { return }
    lastLoaded = playlist
    turn.save(.settings)
  }

  mutating func move(
    _ range: Range<Int>, to place: QueuePlace
  ) throws(Refusal) {
    guard range.lowerBound >= 0, range.lowerBound < queue.count else { throw .badSongIndex }
    // An open end means the queue's.
    let range = range.upperBound == .max ? range.lowerBound..<queue.count : range
    guard !range.isEmpty, range.upperBound <= queue.count else { throw .badSongIndex }
    let destination = try position(at: place, count: queue.count - range.count) { () throws(Refusal) in
      try currentWithout(range)
    }
    if destination == range.lowerBound { return }
    filling.isOn = false
    queue.move(range, to: destination)
    turn.save(.queue(.move(range, to: destination)))
    turn.change(.playlist)
    replan()
  }

  mutating func move(_ id: EntryID, to place: QueuePlace) throws(Refusal) {
    let position = try position(of: id)
    try move(position..<position + 1, to: place)
  }

  /// Returns the current entry's position without the range.
  private func currentWithout(_ range: Range<Int>) throws(Refusal) -> Int {
    guard let currentPosition else { throw .noCurrentSong }
    if range.contains(currentPosition) { throw .movesCurrentSong }
    return currentPosition >= range.upperBound ? currentPosition - range.count : currentPosition
  }

  mutating func swap(_ a: Int, _ b: Int) throws(Refusal) {
    guard a >= 0, b >= 0, a < queue.count, b < queue.count else { throw .badSongIndex }
    if a == b { return }
    filling.isOn = false
    queue.swap(a, b)
    turn.save(.queue(.swap(a, b)))
    turn.change(.playlist)
    replan()
  }

  mutating func shuffle(_ range: Range<Int>) throws(Refusal) {
    var range = try clipped(range)
    guard range.count >= 2 else { return }
    filling.isOn = false
    let whole = range
    if transport != .stop, let currentPosition, range.contains(currentPosition) {
      // The entry that plays comes first (MPD).
      if currentPosition != range.lowerBound { queue.swap(range.lowerBound, currentPosition) }
      range = range.lowerBound + 1..<range.upperBound
    }
    queue.shuffle(range, using: &order.generator)
    turn.save(.queue(.reorder(whole.map { queue[$0].id }, at: whole.lowerBound)))
    turn.change(.playlist)
    replan()
  }

  /// The current entry continues: its file is open.
  mutating func follow(_ places: [TrackReference: TrackReference]) {
    if let track = playing?.track, let place = places[track] { playing?.track = place }
    folderPoints.follow(places)
    let entries = queue.relocate(places)
    if entries.isEmpty { return }
    filling.forgetTracks()
    turn.save(.queue(.relocate(entries)))
    turn.change(.playlist)
  }

  /// MPD's rule for `rangeid`: the current entry stays as it is; the next one is set again.
  mutating func setRegion(
    _ region: Region, of id: EntryID
  ) throws(Refusal) {
    let position = try position(of: id)
    guard transport == .stop || current?.id != id else { throw .plays }
    guard queue[position].region != region else { return }
    filling.isOn = false
    queue.setRegion(region, at: position)
    turn.save(.queue(.setRegion(id, region)))
    turn.change(.playlist)
    if queued?.entry.id == id { queued = nil }
    replan()
  }

  mutating func setTags(
    _ tags: [SourceMetadata], of id: EntryID
  ) throws(Refusal) {
    let position = try position(of: id)
    guard queue[position].track.volume == .network else {
      throw .unsupported("Cannot edit tags of local file")
    }
    guard queue[position].told != tags else { return }
    queue.setTags(tags, at: position)
    turn.save(.queue(.setTags(id, tags)))
    turn.change(.playlist)
    if current?.id == id { turn.change(.player) }
  }

  mutating func prioritise(
    _ ranges: [Range<Int>], _ priority: UInt8
  ) throws(Refusal) {
    var slots: [UInt32] = []
    for range in ranges { slots += queue.slotsByPosition[try clipped(range)] }
    prioritise(slots, priority)
  }

  mutating func prioritise(
    _ ids: [EntryID], _ priority: UInt8
  ) throws(Refusal) {
    var slots: [UInt32] = []
    for id in ids { slots.append(try slot(of: id)) }
    prioritise(slots, priority)
  }

  private mutating func prioritise(_ slots: [UInt32], _ priority: UInt8) {
    var seen: Set<UInt32> = []
    let affected = slots.filter { queue.priority(ofSlot: $0) != priority && seen.insert($0).inserted }
    let before = affected.map { queue.priority(ofSlot: $0) }
    guard queue.setPriority(priority, ofSlots: affected) else { return }
    turn.save(.queue(.prioritise(affected.map { queue.id(ofSlot: $0) }, priority)))
    if modes.random {
      let limit = currentSlot.map { queue.priority(ofSlot: $0) } ?? 0
      let raised = zip(affected, before).filter { priority > $0.1 && priority > limit }.map(\.0)
      order.replace(raised, raised: true, current: currentSlot, queue)
      let others = zip(affected, before).filter { !(priority > $0.1 && priority > limit) }.map(\.0)
      order.replace(others, raised: false, current: currentSlot, queue)
      turn.save(.order)
    }
    turn.change(.playlist)
    replan()
  }
}
