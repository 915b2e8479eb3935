import Player
import Support
import Testing

@testable import Library

@Suite struct BoxDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> (BoxDatabase, BoxState) {
    var state = BoxState()
    let database = try BoxDatabase(folder: Array(folder.path.utf8), state: &state)
    return (database, state)
  }

  private static let volume = VolumeID(high: 1, low: 2)

  private func entry(_ id: UInt32, priority: UInt8 = 0) -> QueueEntry {
    QueueEntry(
      id: EntryID(rawValue: id), track: TrackReference(volume: Self.volume, path: Array("a/\(id).flac".utf8)),
      priority: priority)
  }

  @Test func `random queue edits are there after a power cut`() throws {
    var (database, state) = try open()
    #expect(state.queue.entries.isEmpty)
    var random = SystemRandomNumberGenerator()
    var queue: [QueueEntry] = []
    var next: UInt32 = 1
    for round in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          queue.insert(entry(next), at: Int.random(in: 0...queue.count, using: &random))
          next += 1
        case 2 where !queue.isEmpty: queue.remove(at: Int.random(in: queue.indices, using: &random))
        case 3 where !queue.isEmpty:
          queue[Int.random(in: queue.indices, using: &random)].priority = UInt8.random(
            in: 0...2, using: &random)
        case 4 where queue.count > 1:
          queue.swapAt(
            Int.random(in: queue.indices, using: &random), Int.random(in: queue.indices, using: &random))
        default: break
        }
      }
      let order = queue.map(\.id).shuffled(using: &random)
      let snapshot = QueueSnapshot(
        entries: queue, playOrder: order, version: UInt32(round + 2), nextEntry: next,
        current: queue.first?.id)
      try database.commit { () throws(StoreError) in try database.write(snapshot) }
      if round % 5 == 4 {
        // The files as a power cut leaves them: copied while the database is open.
        let copy = try TemporaryFolder()
        for name in ["box.sqlite", "box.sqlite-wal"] {
          Files.copy("\(folder.path)/\(name)", to: "\(copy.path)/\(name)")
        }
        var found = BoxState()
        let second = try BoxDatabase(folder: Array(copy.path.utf8), state: &found)
        #expect(found.notes == [])
        #expect(found.queue.entries.map(\.id) == queue.map(\.id))
        #expect(found.queue.entries.map(\.track) == queue.map(\.track))
        #expect(found.queue.entries.map(\.priority) == queue.map(\.priority))
        #expect(found.queue.playOrder == order)
        #expect(found.queue.version == UInt32(round + 2))
        #expect(found.queue.nextEntry == next)
        #expect(found.queue.current == queue.first?.id)
        second.close()
      }
      if round == 30 {
        database.close()
        (database, state) = try open()
        #expect(state.queue.entries.map(\.id) == queue.map(\.id))
      }
    }
    database.close()
    #expect(Files.list(folder.path) == ["box.sqlite"], "no log is left after an orderly end")
  }

  @Test func `position, settings and volumes come back`() throws {
    let (database, first) = try open()
    try database.commit { () throws(StoreError) in
      try database.write(QueueSnapshot(entries: [entry(4)], version: 9, nextEntry: 5, current: nil))
      try database.write(
        SavedPosition(entry: EntryID(rawValue: 4), position: .milliseconds(1234), hint: [1, 2]))
      try database.write(.integer(37), as: "volume")
      try database.write(.text("alsa"), as: "output")
      try database.write(KnownVolume(id: Self.volume, name: "Stick", fingerprint: [7], counterSeen: 3))
      try database.write(counter: 12)
    }
    database.close()
    let (again, state) = try open()
    #expect(state.identity == first.identity && state.identity.count == 16)
    #expect(
      state.position
        == SavedPosition(entry: EntryID(rawValue: 4), position: .milliseconds(1234), hint: [1, 2]))
    #expect(state.settings == ["volume": .integer(37), "output": .text("alsa")])
    #expect(state.volumes == [KnownVolume(id: Self.volume, name: "Stick", fingerprint: [7], counterSeen: 3)])
    #expect(state.counter == 12)
    again.close()
  }

  @Test func `a failed commit leaves the stored order known`() throws {
    let (database, _) = try open()
    try database.commit { () throws(StoreError) in
      try database.write(QueueSnapshot(entries: [entry(1), entry(2)], version: 2, nextEntry: 3))
    }
    #expect(throws: StoreError.self) {
      try database.commit { () throws(StoreError) in
        try database.write(QueueSnapshot(entries: [entry(2)], version: 3, nextEntry: 3))
        throw StoreError(.full, "made up", path: "")
      }
    }
    let last = [entry(1), entry(3), entry(2)]
    try database.commit { () throws(StoreError) in
      try database.write(QueueSnapshot(entries: last, version: 4, nextEntry: 4))
    }
    database.close()
    let (again, state) = try open()
    #expect(state.queue.entries.map(\.id) == last.map(\.id))
    again.close()
  }
}
