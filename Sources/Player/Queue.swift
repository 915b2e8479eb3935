public import Model

/// The entries in the sequence that clients see. Each entry has a permanent id and a present position.
///
/// Inside, an entry also has a slot: a small number that stays the same while its position changes, which the random
/// order is made of. Copies share their storage until one of the two is edited.
public struct Queue: Sendable {
  /// Versions start over after this one, since many clients read them as signed 32-bit numbers.
  static let lastVersion = UInt32(Int32.max)
  /// How far the version jumps at a restart: beyond every version that was sent and not saved.
  static let restartStep: UInt32 = 1_024

  /// Grows with each change.
  public private(set) var version: UInt32
  /// The id that the next entry gets.
  public private(set) var nextID: UInt32
  /// By position.
  public private(set) var entries: [QueueEntry] = []

  /// The slot at each position.
  private var places = SlotSequence()
  private var slotOfID: [EntryID: UInt32] = [:]
  private var freeSlots: [UInt32] = []
  private var slotCount: UInt32 = 0
  /// How many entries have a priority above 0.
  private(set) var prioritisedCount = 0
  /// The size of all entries' paths and source tags.
  private(set) var pathBytes = 0
  /// How many entries lie on each volume.
  private(set) var countByVolume: [VolumeID: Int] = [:]

  public init() {
    version = 1
    nextID = 1
  }

  /// Takes over what was saved: ids stay, the version jumps ahead and every position counts as changed in it.
  init(entries saved: [QueueEntry], version savedVersion: UInt32, nextID savedNextID: UInt32) {
    self.init()
    version = savedVersion > Self.lastVersion - Self.restartStep ? 1 : savedVersion + Self.restartStep
    nextID = max(savedNextID, 1)
    let count = min(saved.count, QueueLimits.entries)
    entries.reserveCapacity(count)
    slotOfID.reserveCapacity(count)
    places.reserveCapacity(count)
    for entry in saved.prefix(QueueLimits.entries)
    where slotOfID[entry.id] == nil && pathBytes + entry.pathBytes <= QueueLimits.pathBytes {
      places.append(occupy(entry))
      entries.append(QueueEntry(entry, changedInVersion: version))
      if entry.id.rawValue >= nextID, entry.id.rawValue < .max { nextID = entry.id.rawValue + 1 }
    }
  }

  // MARK: Reading

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// How many of `items`, from the first on, there is room for.
  func room(for items: [QueueItem]) -> Int {
    let most = min(QueueLimits.entries - count, Int(UInt32.max - nextID), items.count)
    var bytes = pathBytes
    for (index, item) in items.prefix(most).enumerated() {
      bytes += item.track.path.count + item.told.bytes
      if bytes > QueueLimits.pathBytes { return index }
    }
    return most
  }

  /// The entry at a position from 0 to `count - 1`.
  public subscript(position: Int) -> QueueEntry { entries[position] }

  public func position(of id: EntryID) -> Int? { slotOfID[id].flatMap { places.index(of: $0) } }

  public func entry(of id: EntryID) -> QueueEntry? { position(of: id).map { entries[$0] } }

  // MARK: Slots, for the order. A slot that is asked about is in use.

  func slot(at position: Int) -> UInt32 { places[position] }
  func slot(of id: EntryID) -> UInt32? { slotOfID[id] }
  func position(ofSlot slot: UInt32) -> Int? { places.index(of: slot) }
  func id(ofSlot slot: UInt32) -> EntryID { entry(ofSlot: slot).id }
  func volume(ofSlot slot: UInt32) -> VolumeID { entry(ofSlot: slot).track.volume }
  func priority(ofSlot slot: UInt32) -> UInt8 { entry(ofSlot: slot).priority }
  var slotsByPosition: [UInt32] { places.slots }

  // MARK: Editing. Positions are valid: the jukebox has checked them.

  /// - Returns: the slots of the new entries, in sequence.
  mutating func insert(_ items: [QueueItem], at position: Int) -> [UInt32] {
    step()
    var slots: [UInt32] = []
    var new: [QueueEntry] = []
    slots.reserveCapacity(items.count)
    new.reserveCapacity(items.count)
    for item in items {
      let entry = QueueEntry(
        id: EntryID(rawValue: nextID), track: item.track, region: item.region, told: item.told,
        changedInVersion: version)
      nextID += 1
      slots.append(occupy(entry))
      new.append(entry)
    }
    places.insert(slots, at: position)
    entries.insert(contentsOf: new, at: position)
    mark(position..<count)
    return slots
  }

  mutating func remove(_ range: Range<Int>) {
    step()
    for position in range { vacate(position) }
    places.remove(range)
    entries.removeSubrange(range)
    mark(range.lowerBound..<count)
  }

  mutating func remove(slots gone: Set<UInt32>) {
    let positions = gone.compactMap { places.index(of: $0) }
    guard let first = positions.min() else { return }
    step()
    let ids = Set(positions.map { entries[$0].id })
    for position in positions { vacate(position) }
    places.remove(slots: gone)
    entries.removeAll { ids.contains($0.id) }
    mark(first..<count)
  }

  mutating func removeAll() {
    step()
    entries.removeAll()
    freeSlots.removeAll()
    slotCount = 0
    places.removeAll()
    slotOfID.removeAll()
    countByVolume.removeAll()
    prioritisedCount = 0
    pathBytes = 0
  }

  /// Has all entries of `old` again, which is this queue as it was before it was emptied.
  mutating func restore(_ old: Queue) {
    (entries, places, slotOfID, freeSlots) = (old.entries, old.places, old.slotOfID, old.freeSlots)
    (slotCount, prioritisedCount, pathBytes) = (old.slotCount, old.prioritisedCount, old.pathBytes)
    countByVolume = old.countByVolume
    step()
    mark(entries.indices)
  }

  /// - Parameter destination: where the range begins afterwards.
  mutating func move(_ range: Range<Int>, to destination: Int) {
    step()
    places.move(range, to: destination)
    let end = destination + range.count
    if range.count == 1 {
      // The most frequent move copies no entry; the span checks once that the array is its own.
      let step = destination > range.lowerBound ? 1 : -1
      var position = range.lowerBound
      var entries = entries.mutableSpan
      while position != destination {
        entries.swapAt(position, position + step)
        position += step
      }
    } else {
      let moved = Array(entries[range])
      entries.removeSubrange(range)
      entries.insert(contentsOf: moved, at: destination)
    }
    mark(min(range.lowerBound, destination)..<max(range.upperBound, end))
  }

  mutating func swap(_ a: Int, _ b: Int) {
    step()
    places.swap(a, b)
    entries.swapAt(a, b)
    mark(a..<a + 1)
    mark(b..<b + 1)
  }

  mutating func shuffle(_ range: Range<Int>, using generator: inout SeededGenerator) {
    step()
    let positions = Array(range).shuffled(using: &generator)
    let (newPlaces, newEntries) = (positions.map { places[$0] }, positions.map { entries[$0] })
    places.rearrange(newPlaces, at: range.lowerBound)
    entries.replaceSubrange(range, with: newEntries)
    mark(range)
  }

  /// - Returns: whether anything changed.
  mutating func setPriority(_ priority: UInt8, ofSlots slots: [UInt32]) -> Bool {
    let positions = slots.compactMap { places.index(of: $0) }.filter { entries[$0].priority != priority }
    if positions.isEmpty { return false }
    step()
    for position in positions {
      if entries[position].priority > 0 { prioritisedCount -= 1 }
      if priority > 0 { prioritisedCount += 1 }
      entries[position].priority = priority
      mark(position..<position + 1)
    }
    return true
  }

  mutating func setRegion(_ region: Region, at position: Int) {
    step()
    entries[position].region = region
    mark(position..<position + 1)
  }

  mutating func setTags(_ tags: [SourceMetadata], at position: Int) {
    step()
    pathBytes += tags.bytes - entries[position].told.bytes
    entries[position].told = tags
    mark(position..<position + 1)
  }

  /// - Parameter places: where tracks were, and where they are on the same volume.
  /// - Returns: the entries that follow.
  mutating func relocate(_ places: [TrackReference: TrackReference]) -> [QueueEntry] {
    let positions = entries.indices.filter { places[entries[$0].track] != nil }
    if positions.isEmpty { return [] }
    step()
    for position in positions {
      guard let place = places[entries[position].track] else { continue }
      pathBytes += place.path.count - entries[position].track.path.count
      entries[position].track = place
      mark(position..<position + 1)
    }
    return positions.map { entries[$0] }
  }

  /// All entries on the volume count as changed.
  /// - Returns: whether there is any.
  mutating func touch(_ volume: VolumeID) -> Bool {
    guard countByVolume[volume] != nil else { return false }
    step()
    for position in entries.indices where entries[position].track.volume == volume {
      mark(position..<position + 1)
    }
    return true
  }

  // MARK: Private

  private func entry(ofSlot slot: UInt32) -> QueueEntry {
    guard let position = places.index(of: slot) else { preconditionFailure("slot \(slot) is free") }
    return entries[position]
  }

  private mutating func occupy(_ entry: QueueEntry) -> UInt32 {
    countByVolume[entry.track.volume, default: 0] += 1
    pathBytes += entry.pathBytes
    if entry.priority > 0 { prioritisedCount += 1 }
    let slot = freeSlots.popLast() ?? slotCount
    if slot == slotCount { slotCount += 1 }
    slotOfID[entry.id] = slot
    return slot
  }

  private mutating func vacate(_ position: Int) {
    let entry = entries[position]
    slotOfID[entry.id] = nil
    pathBytes -= entry.pathBytes
    if entry.priority > 0 { prioritisedCount -= 1 }
    if let count = countByVolume[entry.track.volume] {
      countByVolume[entry.track.volume] = count > 1 ? count - 1 : nil
    }
    freeSlots.append(places[position])
  }

  private mutating func mark(_ range: Range<Int>) {
    let version = version
    var entries = entries.mutableSpan
    for position in range { entries[position].changedInVersion = version }
  }

  private mutating func step() {
    if version < Self.lastVersion {
      version += 1
    } else {
      // The versions start over: no old number may look newer than a new one.
      version = 1
      mark(entries.indices)
    }
  }
}

extension QueueEntry {
  fileprivate init(_ entry: QueueEntry, changedInVersion: UInt32) {
    self.init(
      id: entry.id, track: entry.track, priority: entry.priority, region: entry.region, told: entry.told,
      changedInVersion: changedInVersion)
  }

  fileprivate var pathBytes: Int { track.path.count + told.bytes }
}
