/// The entries in the sequence that clients see. Each entry has an id for good and a position for now.
///
/// Entries are kept in slots that don't move; positions are a sequence of slot numbers. An edit therefore moves
/// 4 bytes per entry behind it and touches no entry.
public struct Queue: Sendable {
  /// How many entries it holds at most.
  public static let limit = 65_536
  /// Versions start over behind this one, since many clients read them as signed 32-bit numbers.
  static let lastVersion = UInt32(Int32.max)
  /// How far the version jumps at a restart: behind every version that was told and not saved.
  static let restartStep: UInt32 = 1_024

  /// Grows with each change.
  public private(set) var version: UInt32
  /// The id that the next entry gets.
  public private(set) var nextID: UInt32

  private struct Slot: Sendable {
    var id: EntryID
    var track: TrackReference
    var priority: UInt8
  }

  private var storage: [Slot] = []
  private var freeSlots: [UInt32] = []
  private var places = SlotSequence()
  private var slotOfID: [EntryID: UInt32] = [:]
  private var changes = ChangeLog()
  /// How many entries have a priority above 0.
  private(set) var prioritisedCount = 0
  /// How many entries lie on each volume.
  private(set) var countByVolume: [VolumeID: Int] = [:]

  public init() {
    version = 1
    nextID = 1
  }

  /// Takes over what was saved: ids stay, the version jumps ahead and every position counts as changed in it.
  init(entries: [QueueEntry], version saved: UInt32, nextID savedNextID: UInt32) {
    self.init()
    nextID = max(savedNextID, 1)
    for entry in entries.prefix(Self.limit) where slotOfID[entry.id] == nil {
      let slot = occupy(Slot(id: entry.id, track: entry.track, priority: entry.priority))
      places.append(slot)
      if entry.id.rawValue >= nextID, entry.id.rawValue < .max { nextID = entry.id.rawValue + 1 }
    }
    version = saved > Self.lastVersion - Self.restartStep ? 1 : saved + Self.restartStep
    changes.reset(version: version)
  }

  // MARK: Reading

  public var count: Int { places.count }
  public var isEmpty: Bool { places.isEmpty }

  /// The entry at a position from 0 to `count - 1`.
  public subscript(position: Int) -> QueueEntry {
    let slot = storage[Int(places[position])]
    return QueueEntry(
      id: slot.id, track: slot.track, priority: slot.priority, changedInVersion: changes.version(at: position)
    )
  }

  /// All entries by position; a copy, for windows use the subscript.
  public var entries: [QueueEntry] { (0..<count).map { self[$0] } }

  public func position(of id: EntryID) -> Int? { slotOfID[id].flatMap { places.index(of: $0) } }

  public func entry(of id: EntryID) -> QueueEntry? { position(of: id).map { self[$0] } }

  /// The positions in `range` that have changed since a client saw `seen`; all of them where the version is not one
  /// that this queue has given lately.
  public func positionsChanged(since seen: UInt32, in range: Range<Int> = 0..<Queue.limit) -> [Int] {
    let clipped = range.clamped(to: 0..<count)
    if seen > version { return Array(clipped) }
    return clipped.filter { changes.version(at: $0) > seen }
  }

  // MARK: Slots, for the order

  func slot(at position: Int) -> UInt32 { places[position] }
  func slot(of id: EntryID) -> UInt32? { slotOfID[id] }
  func position(ofSlot slot: UInt32) -> Int? { places.index(of: slot) }
  func id(ofSlot slot: UInt32) -> EntryID { storage[Int(slot)].id }
  func volume(ofSlot slot: UInt32) -> VolumeID { storage[Int(slot)].track.volume }
  func path(at position: Int) -> [UInt8] { storage[Int(places[position])].track.path }
  func volume(at position: Int) -> VolumeID { storage[Int(places[position])].track.volume }
  func priority(ofSlot slot: UInt32) -> UInt8 { storage[Int(slot)].priority }
  var slotsByPosition: [UInt32] { places.slots }

  // MARK: Editing. Positions are valid: the jukebox has checked them.

  /// - Returns: the slots of the new entries, in sequence.
  mutating func insert(_ tracks: [TrackReference], at position: Int) -> [UInt32] {
    var slots: [UInt32] = []
    slots.reserveCapacity(tracks.count)
    for track in tracks {
      slots.append(occupy(Slot(id: EntryID(rawValue: nextID), track: track, priority: 0)))
      nextID += 1
    }
    places.insert(slots, at: position)
    changeTail(from: position)
    return slots
  }

  mutating func remove(_ range: Range<Int>) {
    for position in range { vacate(places[position]) }
    places.remove(range)
    changeTail(from: range.lowerBound)
  }

  mutating func remove(slots gone: Set<UInt32>) {
    guard let first = gone.compactMap({ places.index(of: $0) }).min() else { return }
    for slot in gone { vacate(slot) }
    places.remove(slots: gone)
    changeTail(from: first)
  }

  mutating func removeAll() {
    storage.removeAll()
    freeSlots.removeAll()
    places.removeAll()
    slotOfID.removeAll()
    countByVolume.removeAll()
    prioritisedCount = 0
    changeTail(from: 0)
  }

  mutating func move(_ range: Range<Int>, to destination: Int) {
    places.move(range, to: destination)
    let low = min(range.lowerBound, destination)
    change(low..<max(range.upperBound, destination + range.count))
  }

  mutating func swap(_ a: Int, _ b: Int) {
    places.swap(a, b)
    step()
    changes.change(a..<a + 1, version: version)
    changes.change(b..<b + 1, version: version)
  }

  mutating func shuffle(_ range: Range<Int>, using generator: inout SeededGenerator) {
    places.rearrange(places.slots[range].shuffled(using: &generator), at: range.lowerBound)
    change(range)
  }

  /// - Returns: whether anything changed.
  mutating func setPriority(_ priority: UInt8, ofSlots slots: [UInt32]) -> Bool {
    let affected = slots.filter { storage[Int($0)].priority != priority }
    if affected.isEmpty { return false }
    step()
    for slot in affected {
      if storage[Int(slot)].priority > 0 { prioritisedCount -= 1 }
      if priority > 0 { prioritisedCount += 1 }
      storage[Int(slot)].priority = priority
      if let position = places.index(of: slot) { changes.change(position..<position + 1, version: version) }
    }
    return true
  }

  /// - Returns: whether any entry lies on the volume.
  mutating func touch(_ volume: VolumeID) -> Bool {
    guard countByVolume[volume] != nil else { return false }
    step()
    for position in 0..<count where self.volume(at: position) == volume {
      changes.change(position..<position + 1, version: version)
    }
    return true
  }

  // MARK: Private

  private mutating func occupy(_ slot: Slot) -> UInt32 {
    countByVolume[slot.track.volume, default: 0] += 1
    if slot.priority > 0 { prioritisedCount += 1 }
    let number: UInt32
    if let free = freeSlots.popLast() {
      number = free
      storage[Int(free)] = slot
    } else {
      number = UInt32(storage.count)
      storage.append(slot)
    }
    slotOfID[slot.id] = number
    return number
  }

  private mutating func vacate(_ number: UInt32) {
    let slot = storage[Int(number)]
    slotOfID[slot.id] = nil
    if slot.priority > 0 { prioritisedCount -= 1 }
    if let count = countByVolume[slot.track.volume] {
      countByVolume[slot.track.volume] = count > 1 ? count - 1 : nil
    }
    storage[Int(number)].track = TrackReference(volume: slot.track.volume, path: [])
    storage[Int(number)].priority = 0
    freeSlots.append(number)
  }

  private mutating func changeTail(from start: Int) {
    step()
    changes.changeTail(from: start, version: version)
  }

  private mutating func change(_ range: Range<Int>) {
    step()
    changes.change(range, version: version)
  }

  private mutating func step() {
    if version >= Self.lastVersion {
      // The versions start over: no old number may look newer than a new one.
      version = 1
      changes.reset(version: 1)
    } else {
      version += 1
    }
  }
}
