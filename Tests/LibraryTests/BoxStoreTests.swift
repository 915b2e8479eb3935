import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct BoxStoreTests {
  private let folder: TemporaryFolder
  private let loop: EventLoop

  init() throws {
    folder = try TemporaryFolder()
    loop = try EventLoop()
  }

  private static let volume = VolumeID(high: 3, low: 4)

  private func entry(_ id: UInt32) -> QueueEntry {
    QueueEntry(
      id: EntryID(rawValue: id), track: TrackReference(volume: Self.volume, path: Array("\(id)".utf8)))
  }

  private func wait(_ done: () -> Bool) throws {
    let deadline = Instant.now() + .seconds(60)
    while !done() {
      try #require(Instant.now() < deadline)
      try loop.turn(waitingAtMost: .milliseconds(100))
    }
  }

  /// What a box would find after a power cut now.
  private func afterPowerCut() throws -> BoxState {
    let copy = try TemporaryFolder()
    for name in ["box.sqlite", "box.sqlite-wal"] {
      Files.copy("\(folder.path)/\(name)", to: "\(copy.path)/\(name)")
    }
    var state = BoxState()
    try BoxDatabase(folder: Array(copy.path.utf8), state: &state).close()
    return state
  }

  @Test func `an edit that is answered survives a power cut`() throws {
    let (store, state) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    #expect(state.saved.entries.isEmpty && state.identity.count == 16)
    var ids: [UInt32] = []
    for id in UInt32(1)...40 {
      var failure: StoreError??
      store.save([.insert([entry(id)], at: 0)], version: id, nextID: id + 1) { failure = .some($0) }
      try wait { failure != nil }
      expectEqual(failure, .some(nil))
      ids.insert(id, at: 0)
      if id % 10 == 0 { try expectEqual(afterPowerCut().saved.entries.map(\.id.rawValue), ids) }
    }
    store.close()
  }

  @Test func `edits of one turn share one commit and are answered in their order`() throws {
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    var (answered, answers): ([UInt32], [Int]) = ([], [])
    for id in UInt32(1)...200 {
      store.save([.insert([entry(id)], at: 0)], version: id, nextID: id + 1) { error in
        #expect(error == nil)
        answered.append(id)
      }
    }
    try wait {
      if answers.last != answered.count { answers.append(answered.count) }
      return answered.count == 200
    }
    expectEqual(answered, Array(1...200))
    expectEqual(answers, [0, 200])
    store.close()
  }

  @Test func `edits of a command list are one commit, stored when its end is answered`() throws {
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    store.defersFlush = true
    var answered = 0
    var flushed = false
    for id in UInt32(1)...200 {
      store.save([.insert([entry(id)], at: 0)], version: id, nextID: id + 1) { error in
        #expect(error == nil && !flushed)
        answered += 1
      }
    }
    store.save(SavedPosition(entry: EntryID(rawValue: 7)))
    store.defersFlush = false
    store.flush { error in
      #expect(error == nil)
      flushed = true
    }
    #expect(!flushed)
    try wait { flushed }
    let kept = try afterPowerCut().saved
    #expect(answered == 200 && kept.entries.map(\.id.rawValue) == (1...200).reversed())
    expectEqual(kept.position.entry?.rawValue, 7)
    // Nothing is left that somebody could wait for.
    flushed = false
    store.flush { _ in flushed = true }
    #expect(flushed)
    store.close()
  }

  @Test func `a list's edits are stored after a while, though its end never comes`() throws {
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    store.defersFlush = true
    var answer: StoreError??
    store.save([.insert([entry(1)], at: 0)], version: 1, nextID: 2) { answer = .some($0) }
    try loop.turn(waitingAtMost: .zero)
    #expect(answer == nil)
    try wait { answer != nil }
    expectEqual(answer, .some(nil))
    try expectEqual(afterPowerCut().saved.entries.map(\.id.rawValue), [1])
    store.close()
  }

  @Test func `a list ahead of the storage has no room, and is called when it has`() throws {
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    store.defersFlush = true
    var roomy = 0
    var answered = 0
    let half = PendingBoxWrites.roomyWeight / 2
    for batch in 0..<2 {
      #expect(store.hasRoom)
      let entries = (0..<half).map { entry(UInt32(batch * half + $0 + 1)) }
      store.save([.clear, .insert(entries, at: 0)], version: 1, nextID: 1) { error in
        #expect(error == nil)
        answered += 1
      }
    }
    #expect(!store.hasRoom)
    store.whenRoomy { roomy += 1 }
    expectEqual(roomy, 0)
    try wait { roomy == 1 }
    #expect(store.hasRoom && answered > 0)
    store.whenRoomy { roomy += 1 }
    expectEqual(roomy, 2)
    store.close()
  }

  @Test func `a value that may wait joins the next commit, or is written by itself in the end`() throws {
    let inbox = PendingBoxWrites()
    inbox.change { $0.values["a"] = .some(.integer(1)) }
    inbox.change {
      $0.position = (SavedPosition(entry: nil), hint: nil)
      $0.isWaitedFor = true
    }
    let first = inbox.take()
    #expect(first.values["a"] == .some(.integer(1)) && first.position != nil)
    inbox.change { $0.settings = SavedSettings(volume: 3) }
    expectEqual(inbox.take().settings?.volume, 3)
    inbox.change { $0.settings = SavedSettings(volume: 4) }
    inbox.putBack(first)
    let last = inbox.take()
    #expect(last.settings?.volume == 4 && last.values["a"] == .some(.integer(1)))

    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    store.save(.integer(2), as: "b")
    try wait { (try? afterPowerCut().values["b"]) == .integer(2) }
    store.close()
  }

  @Test func `everything is stored when the store is closed`() throws {
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    var settings = SavedSettings(volume: 12)
    settings.modes.random = true
    store.save(settings)
    store.save(order: [EntryID(rawValue: 5), EntryID(rawValue: 2)])
    store.save(SavedPosition(entry: EntryID(rawValue: 5), elapsed: .seconds(3), state: .play), hint: [9])
    store.save(.integer(1), as: "x")
    store.remember(KnownVolume(id: Self.volume, name: "old"))
    store.remember(KnownVolume(id: Self.volume, name: "Stick"))
    var stamp: Stamp?
    store.stamp { stamp = try? $0.get() }
    var isAnswered = false
    store.save([.insert([entry(5), entry(2)], at: 0)], version: 7, nextID: 6) { _ in isAnswered = true }
    store.close()
    #expect(isAnswered && stamp?.counter == 1)
    let (again, state) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    #expect(state.saved.settings.volume == 12 && state.saved.settings.modes.random)
    #expect(state.saved.settings.queueVersion == 7 && state.saved.settings.nextID == 6)
    expectEqual(state.saved.order.map(\.rawValue), [5, 2])
    expectEqual(state.saved.entries.map(\.id.rawValue), [5, 2])
    #expect(state.saved.position.elapsed == .seconds(3) && state.saved.position.state == .play)
    expectEqual(state.values, ["x": .integer(1)])
    expectEqual(state.volumes.map(\.name), ["Stick"])
    #expect(state.identity == stamp?.box && state.counter == 1)
    again.stamp { stamp = try? $0.get() }
    again.close()
    expectEqual(stamp?.counter, 2)
  }

  @Test func `the edit after one that could not be stored writes the whole queue`() throws {
    var memory: [QueueEntry] = []
    let (store, _) = try BoxStore.open(folder: folder.path, loop: loop) { memory }
    var failures: [StoreError] = []
    store.failed = { failures.append($0) }
    var answers: [StoreError?] = []
    memory = [entry(1), entry(2)]
    store.save([.remove(3..<5)], version: 2, nextID: 3) { answers.append($0) }
    store.save([.insert([entry(1)], at: 0)], version: 3, nextID: 3) { answers.append($0) }
    try wait { answers.count == 2 }
    #expect(answers.allSatisfy { $0 != nil }, "the second was made for a queue that the disk does not have")
    #expect(!failures.isEmpty)
    memory = [entry(3), entry(1), entry(2)]
    store.save([.insert([entry(3)], at: 0)], version: 4, nextID: 4) { answers.append($0) }
    try wait { answers.count == 3 }
    #expect(answers[2] == nil)
    try expectEqual(afterPowerCut().saved.entries.map(\.id.rawValue), [3, 1, 2])
    store.save([.swap(0, 2)], version: 5, nextID: 4) { answers.append($0) }
    try wait { answers.count == 4 }
    try expectEqual(afterPowerCut().saved.entries.map(\.id.rawValue), [2, 1, 3])
    // Changes that belong together, behind another failure: the queue that comes has them all already.
    store.save([.remove(7..<9)], version: 6, nextID: 4) { answers.append($0) }
    try wait { answers.count == 5 }
    memory = [entry(8), entry(9)]
    store.save([.clear, .insert(memory, at: 0)], version: 7, nextID: 10) { answers.append($0) }
    try wait { answers.count == 6 }
    #expect(answers[4] != nil && answers[5] == nil)
    try expectEqual(afterPowerCut().saved.entries.map(\.id.rawValue), [8, 9])
    store.close()
  }

  @Test func `an invalid database of the jukebox is set aside, and a new one begins`() throws {
    try BoxStore.open(folder: folder.path, loop: loop) { [] }.store.close()
    let path = "\(folder.path)/box.sqlite"
    let result = try ChildProcess.run([
      "sqlite3", "-batch", path,
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO queue (place, entry, volume, path, priority) VALUES (1, 1, 99, x'61', 0);
      """,
    ])
    try #require(result.status == 0)
    let (store, state) = try BoxStore.open(folder: folder.path, loop: loop) { [] }
    #expect(state.saved.entries.isEmpty && !state.notes.isEmpty)
    store.close()
    expectEqual(Files.list(folder.path), ["box.sqlite", "box.sqlite.corrupt-1"])
  }

  @Test func `a state folder that is not there is an error with its path`() throws {
    let error = #expect(throws: StoreError.self) {
      try BoxStore.open(folder: "/nowhere/at/all", loop: loop) { [] }
    }
    expectEqual(error?.path, "/nowhere/at/all")
  }
}
