import Model

/// The sequence in which a queue plays with random on: every entry once, what was played in front, higher priorities
/// first in what remains.
struct RandomOrder: Sendable {
  /// Every entry while random is on, and empty otherwise.
  private(set) var sequence = SlotSequence()
  /// With repeat: the order of the next round, made when its first entry had to be known.
  var planned: [UInt32]?
  /// Entries that the round before played, for stepping back; the last one played is last.
  var previous: [EntryID] = []
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func ids(_ queue: Queue) -> [EntryID] { sequence.slots.map { queue.id(ofSlot: $0) } }

  subscript(index: Int) -> UInt32 { sequence[index] }
  func index(of slot: UInt32) -> Int? { sequence.index(of: slot) }

  /// Clears the order and shuffles again.
  /// - Parameter first: this one comes first, whatever its priority.
  /// - albums: whether these stay whole; then the album of `first` comes first.
  mutating func begin(_ queue: Queue, first: UInt32?, albums: Bool) {
    var slots = shuffled(queue, albums: albums)
    if albums {
      if let first { slots = Self.bringAlbum(of: first, toFront: slots, queue) }
    } else if let first, let index = slots.firstIndex(of: first) {
      slots.remove(at: index)
      slots.insert(first, at: 0)
    }
    sequence = SlotSequence(slots)
    previous = []
    planned = nil
  }

  /// Makes the planned round the order; its first entry is about to play.
  /// - Returns: whether one was planned.
  mutating func beginPlanned(_ queue: Queue) -> Bool {
    guard let round = planned else { return false }
    planned = nil
    previous = ids(queue)
    // The round still has the entry that has just been consumed.
    sequence = SlotSequence(round.filter { queue.position(ofSlot: $0) != nil })
    return true
  }

  /// Takes over a saved order; entries that it lacks are woven into what remains.
  mutating func restore(_ saved: [EntryID], current: UInt32?, _ queue: Queue, albums: Bool) {
    var seen: Set<UInt32> = []
    sequence = SlotSequence(saved.compactMap { queue.slot(of: $0) }.filter { seen.insert($0).inserted })
    let missing = queue.slotsByPosition.filter { !seen.contains($0) }
    let start = current.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0
    weave(missing, from: start, queue, albums: albums)
  }

  /// Puts new entries of priority 0 at random places at or after `start`.
  mutating func weave(
    _ new: [UInt32], from start: Int, _ queue: Queue, albums: Bool
  ) {
    if albums { return weaveAlbums(new, from: start, queue) }
    var low = min(start, sequence.count)
    if queue.prioritisedCount > 0 {
      // Only among those of their own priority, which stand last.
      var group = sequence.count
      while group > low, queue.priority(ofSlot: sequence[group - 1]) == 0 { group -= 1 }
      low = group
    }
    for slot in new {
      sequence.append(slot)
      sequence.swap(sequence.count - 1, .random(in: low..<sequence.count, using: &generator))
    }
  }

  mutating func insert(_ new: [UInt32], at index: Int) { sequence.insert(new, at: index) }

  mutating func remove(_ slots: Set<UInt32>) {
    if slots.count == 1, let slot = slots.first, let index = sequence.index(of: slot) {
      sequence.remove(index..<index + 1)
    } else {
      sequence.remove(slots: slots)
    }
  }

  mutating func removeAll() {
    sequence.removeAll()
    previous = []
  }

  /// Moves one entry to right after another, which does not move.
  mutating func bring(_ slot: UInt32, behind other: UInt32) {
    guard slot != other, let from = index(of: slot), let anchor = index(of: other) else { return }
    sequence.move(from..<from + 1, to: from < anchor ? anchor : anchor + 1)
  }

  /// Moves one entry so that it stands right before another.
  mutating func bring(_ slot: UInt32, before other: UInt32) {
    guard slot != other, let from = index(of: slot), let anchor = index(of: other) else { return }
    sequence.move(from..<from + 1, to: from < anchor ? anchor - 1 : anchor)
  }

  /// Gives entries whose priority has changed a new place in the rest after `current`. Entries that were played already
  /// come again only if `raised` (MPD: their priority is now above that of the current entry).
  mutating func replace(
    _ changed: [UInt32], raised: Bool, current: UInt32?, _ queue: Queue
  ) {
    let start = current.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0
    var moving = changed.filter { $0 != current && (raised || (index(of: $0) ?? 0) >= start) }
    if moving.isEmpty { return }
    moving.shuffle(using: &generator)
    let gone = Set(moving)
    let played = sequence.slots.prefix(start).filter { !gone.contains($0) }
    let rest = sequence.slots.dropFirst(start).filter { !gone.contains($0) }
    // A random merge keeps the sequence of the others; sorting by priority then keeps the merge within each group.
    var merged: [UInt32] = []
    merged.reserveCapacity(rest.count + moving.count)
    var (a, b) = (rest[...], moving[...])
    while !a.isEmpty || !b.isEmpty {
      let fromMoving = Int.random(in: 0..<a.count + b.count, using: &generator) >= a.count
      merged.append(fromMoving ? b.removeFirst() : a.removeFirst())
    }
    sequence = SlotSequence(played + Self.sortedByPriority(merged, queue))
  }

  /// All of the queue at random, higher priorities first.
  mutating func shuffled(_ queue: Queue, albums: Bool) -> [UInt32] {
    let slots = queue.slotsByPosition
    guard albums else { return Self.sortedByPriority(slots.shuffled(using: &generator), queue) }
    return Self.sortedByPriority(Self.albums(slots, queue).shuffled(using: &generator).flatMap { $0 }, queue)
  }

  // MARK: - Albums

  /// Entries of one folder are an album, in the queue's order.
  private static func albums(_ slots: [UInt32], _ queue: Queue) -> [[UInt32]] {
    var places: [FolderReference: Int] = [:]
    var albums: [[UInt32]] = []
    let inOrder = slots.compactMap { slot in queue.position(ofSlot: slot).map { ($0, slot) } }.sorted {
      $0.0 < $1.0
    }
    for (position, slot) in inOrder {
      let folder = FolderReference(of: queue[position].track)
      if let place = places[folder] {
        albums[place].append(slot)
      } else {
        places[folder] = albums.count
        albums.append([slot])
      }
    }
    return albums
  }

  private static func bringAlbum(of first: UInt32, toFront slots: [UInt32], _ queue: Queue) -> [UInt32] {
    let album = albums(slots, queue).first { $0.contains(first) } ?? []
    let own = Set(album)
    return album + slots.filter { !own.contains($0) }
  }

  /// The current entry ends its album, with the new entries of that album; the others are shuffled again.
  private mutating func weaveAlbums(
    _ new: [UInt32], from start: Int, _ queue: Queue
  ) {
    let played = Array(sequence.slots.prefix(min(start, sequence.count)))
    let rest = sequence.slots.dropFirst(played.count) + new
    var albums = Self.albums(Array(rest), queue)
    var own: [UInt32] = []
    if let last = played.last, let position = queue.position(ofSlot: last) {
      let folder = FolderReference(of: queue[position].track)
      if let place = albums.firstIndex(where: { album in
        queue.position(ofSlot: album[0]).map { FolderReference(of: queue[$0].track) == folder } ?? false
      }) {
        own = albums.remove(at: place)
      }
    }
    let others = Self.sortedByPriority(albums.shuffled(using: &generator).flatMap { $0 }, queue)
    sequence = SlotSequence(played + own + others)
  }

  /// Stable.
  private static func sortedByPriority(_ slots: [UInt32], _ queue: Queue) -> [UInt32] {
    if queue.prioritisedCount == 0 { return slots }
    return slots.enumerated().sorted { a, b in
      let (first, second) = (queue.priority(ofSlot: a.element), queue.priority(ofSlot: b.element))
      return first == second ? a.offset < b.offset : first > second
    }.map(\.element)
  }
}
