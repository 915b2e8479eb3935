import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct BoxDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ path: String? = nil) throws -> (BoxDatabase, BoxState) {
    var state = BoxState()
    let database = try BoxDatabase(folder: Array((path ?? folder.path).utf8), state: &state)
    return (database, state)
  }

  private static let volume = VolumeID(high: 1, low: 2)

  /// - Parameter folder: where its track lies.
  private func entry(
    _ id: UInt32, priority: UInt8 = 0, in folder: String = "a", _ region: Region = .whole
  ) -> QueueEntry {
    // Every third is told of as by a cue sheet.
    QueueEntry(
      id: EntryID(rawValue: id),
      track: TrackReference(volume: Self.volume, path: Array("\(folder)/\(id).flac".utf8)),
      priority: priority, region: region,
      told: id % 3 == 0 ? [SourceMetadata(.title, "Part \(id)"), SourceMetadata(.track, "0\(id)")] : [])
  }

  private var anyRegion: Region {
    guard Bool.random() else { return .whole }
    let start = Int64.random(in: 0...1_000_000)
    return Region(
      start: .microseconds(start), end: Bool.random() ? .microseconds(start + 5) : nil,
      gain: [0, -3.25, 6][Int.random(in: 0...2)], crossfade: Bool.random() ? .seconds(4) : nil)
  }

  /// A random edit of `queue`, done to it and told as the change that does it.
  private func edit(_ queue: inout [QueueEntry], _ next: inout UInt32) -> QueueChange {
    while true {
      switch Int.random(in: 0..<13) {
      case 0...2:
        let new = (0..<UInt32.random(in: 1...4)).map {
          entry(next + $0, priority: UInt8.random(in: 0...1), anyRegion)
        }
        next += UInt32(new.count)
        let place = Int.random(in: 0...queue.count)
        queue.insert(contentsOf: new, at: place)
        return .insert(new, at: place)
      case 3 where !queue.isEmpty:
        let start = Int.random(in: queue.indices)
        let range = start..<Int.random(in: start...queue.count)
        queue.removeSubrange(range)
        return .remove(range)
      case 4 where !queue.isEmpty:
        let gone = Set(queue.map(\.id).shuffled().prefix(2))
        queue.removeAll { gone.contains($0.id) }
        return .removeEntries(Array(gone))
      case 5 where queue.count > 2:
        let start = Int.random(in: 0..<queue.count - 1)
        let range = start..<(start + 2)
        let moved = queue[range]
        queue.removeSubrange(range)
        let place = Int.random(in: 0...queue.count)
        queue.insert(contentsOf: moved, at: place)
        return .move(range, to: place)
      case 6 where queue.count > 1:
        let (a, b) = (Int.random(in: queue.indices), Int.random(in: queue.indices))
        queue.swapAt(a, b)
        return .swap(a, b)
      case 7 where queue.count > 3:
        let new = queue[1...].shuffled()
        queue.replaceSubrange(1..., with: new)
        return .reorder(new.map(\.id), at: 1)
      case 8 where !queue.isEmpty:
        let chosen = Set(queue.map(\.id).shuffled().prefix(3))
        let priority = UInt8.random(in: 0...2)
        for index in queue.indices where chosen.contains(queue[index].id) { queue[index].priority = priority }
        return .prioritise(Array(chosen), priority)
      case 9 where !queue.isEmpty && Bool.random():
        var moved: [QueueEntry] = []
        for index in queue.indices.shuffled().prefix(3) {
          let folder = "moved \(Int.random(in: 0..<1000))"
          let old = queue[index]
          queue[index] = QueueEntry(
            id: old.id, track: entry(old.id.rawValue, in: folder).track, priority: old.priority,
            region: old.region, told: old.told)
          moved.append(queue[index])
        }
        return .relocate(moved)
      case 10 where Int.random(in: 0..<10) == 0:
        queue = []
        return .clear
      case 11 where !queue.isEmpty:
        let index = Int.random(in: queue.indices)
        let old = queue[index]
        queue[index] = QueueEntry(
          id: old.id, track: old.track, priority: old.priority, region: anyRegion, told: old.told)
        return .setRegion(old.id, queue[index].region)
      case 12 where !queue.isEmpty:
        let index = Int.random(in: queue.indices)
        let old = queue[index]
        queue[index] = QueueEntry(
          id: old.id, track: old.track, priority: old.priority, region: old.region,
          told: Bool.random() ? [] : [SourceMetadata(.title, "T"), SourceMetadata(.name, "R \(old.id)")])
        return .setTags(old.id, queue[index].told)
      default: continue
      }
    }
  }

  private func expectSame(_ state: BoxState, _ queue: [QueueEntry]) {
    expectEqual(state.notes, [])
    expectEqual(state.saved.entries.map(\.id), queue.map(\.id))
    expectEqual(state.saved.entries.map(\.track), queue.map(\.track))
    expectEqual(state.saved.entries.map(\.priority), queue.map(\.priority))
    expectEqual(state.saved.entries.map(\.region), queue.map(\.region))
    expectEqual(state.saved.entries.map(\.told), queue.map(\.told))
  }

  @Test func `random queue edits are there after a power cut`() throws {
    var (database, state) = try open()
    #expect(state.saved.entries.isEmpty)
    var queue: [QueueEntry] = []
    var next: UInt32 = 1
    for round in 0..<150 {
      var changes: [QueueChange] = []
      for _ in 0..<Int.random(in: 1...4) { changes.append(edit(&queue, &next)) }
      let order = queue.map(\.id).shuffled()
      try database.commit { () throws(StoreError) in
        try database.write(changes, version: UInt32(round + 2), nextID: next)
        try database.write(order: order)
      }
      if round % 10 == 9 {
        // The files as a power cut leaves them: copied while the database is open.
        let copy = try TemporaryFolder()
        for name in ["box.sqlite", "box.sqlite-wal"] {
          Files.copy("\(folder.path)/\(name)", to: "\(copy.path)/\(name)")
        }
        let (second, found) = try open(copy.path)
        expectSame(found, queue)
        expectEqual(found.saved.order, order)
        expectEqual(found.saved.settings.queueVersion, UInt32(round + 2))
        expectEqual(found.saved.settings.nextID, next)
        second.close()
      }
      if round % 40 == 39 {
        database.close()
        (database, state) = try open()
        expectSame(state, queue)
      }
    }
    database.close()
    #expect(Files.list(folder.path) == ["box.sqlite"], "no log is left after an orderly end")
  }

  @Test func `a queue that has ended by itself comes back so`() throws {
    let (database, _) = try open()
    let position = SavedPosition(entry: nil, ended: EntryID(rawValue: 4))
    try database.commit { () throws(StoreError) in try database.write(position, hint: nil) }
    database.close()
    try expectEqual(open().1.saved.position, position)
  }

  @Test func `position, settings, values and volumes come back`() throws {
    let (database, first) = try open()
    var settings = SavedSettings(volume: 37, muted: true, queueVersion: 9, nextID: 5)
    settings.modes.random = true
    settings.modes.single = .oneshot
    settings.modes.crossfadeSeconds = 7
    settings.modes.mixRampDecibels = -3.5
    settings.modes.mixRampDelaySeconds = 2
    settings.modes.replayGain = .album
    settings.modes.randomAlbums = true
    var shape = SoundShape()
    shape.equaliser = EqualiserGains(bass: 3, mid: -0.5, treble: 12)
    (shape.channels, shape.balance) = (.mono, -40)
    settings.shape = shape
    settings.lastLoaded = "Träume"
    let position = SavedPosition(entry: EntryID(rawValue: 4), elapsed: .milliseconds(1234), state: .pause)
    let known = KnownVolume(id: Self.volume, name: "Stick", fingerprint: [7], counterSeen: 3)
    try database.commit { () throws(StoreError) in
      try database.write([.insert([entry(4)], at: 0)], version: 9, nextID: 5)
      try database.write(position, hint: [1, 2])
      try database.write(settings)
      try database.write(.text("off"), as: "output alsa")
      try database.write(known)
      try database.write(counter: 12)
    }
    database.close()
    let (again, state) = try open()
    #expect(state.identity == first.identity && state.identity.count == 16)
    expectEqual(state.saved.position, position)
    expectEqual(state.positionHint, [1, 2])
    expectEqual(state.saved.settings, settings)
    expectEqual(state.values, ["output alsa": .text("off")])
    expectEqual(state.volumes, [known])
    expectEqual(state.counter, 12)
    settings.modes.mixRampDelaySeconds = nil
    settings.lastLoaded = ""
    settings.shape = nil
    try again.commit { () throws(StoreError) in try again.write(settings) }
    again.close()
    let (last, now) = try open()
    expectEqual(now.saved.settings, settings)
    last.close()
  }

  @Test func `a failed commit leaves the stored order known`() throws {
    let (database, _) = try open()
    try database.commit { () throws(StoreError) in
      try database.write([.insert([entry(1), entry(2)], at: 0)], version: 2, nextID: 3)
    }
    #expect(throws: StoreError.self) {
      try database.commit { () throws(StoreError) in
        try database.write([.remove(0..<1)], version: 3, nextID: 3)
        throw StoreError(.full, "made up", path: "")
      }
    }
    try database.commit { () throws(StoreError) in
      try database.write([.insert([entry(3)], at: 1)], version: 4, nextID: 4)
    }
    database.close()
    let (again, state) = try open()
    expectSame(state, [entry(1), entry(3), entry(2)])
    let whole = [entry(9, priority: 2), entry(2), entry(1, priority: 1)]
    try again.commit { () throws(StoreError) in try again.write(whole: whole, version: 5, nextID: 10) }
    again.close()
    let (last, now) = try open()
    expectSame(now, whole)
    last.close()
  }

  @Test func `a change that does not fit the stored queue is refused whole`() throws {
    let (database, _) = try open()
    for change in [
      QueueChange.remove(0..<1), .swap(0, 1), .move(0..<1, to: 0), .insert([entry(1)], at: 1),
      .reorder([EntryID(rawValue: 1)], at: 0),
    ] {
      #expect(throws: StoreError.self) {
        try database.commit { () throws(StoreError) in try database.write([change], version: 2, nextID: 2) }
      }
    }
    database.close()
  }
}
