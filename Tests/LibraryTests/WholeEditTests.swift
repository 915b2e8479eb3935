import Interchange
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Edits that are more than one step inside: there wholly or not at all, and answered once all of it is there.
@Suite("Whole edits") struct WholeEditTests {
  private let bench: Bench
  private let folder: Stick
  private let stick: Stick
  private let first: VolumeInfo
  private let second: VolumeInfo

  init() throws {
    bench = try Bench()
    folder = try Stick()
    stick = try Stick()
    folder.write("a.mp3", FakeFiles.content(title: "a"))
    stick.write("b.mp3", FakeFiles.content(title: "b"))
    first = try bench.mount(folder.path, isFixed: true)
    second = try bench.mount(stick.path)
  }

  private var a: TrackReference { TrackReference(volume: first.id, path: Array("a.mp3".utf8)) }
  private var b: TrackReference { TrackReference(volume: second.id, path: Array("b.mp3".utf8)) }

  private func mounted(_ info: VolumeInfo) throws -> MountedVolume {
    try #require(bench.library.ordered.first { $0.info?.id == info.id })
  }

  private func on<Value: Sendable>(
    _ info: VolumeInfo, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws -> Value {
    let volume = try mounted(info)
    return try bench.answer { (done: @escaping (Result<Value, StoreError>) -> Void) in
      bench.library.ask(volume, work, completion: done)
    }.get()
  }

  private func change(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
    try bench.change(playlist: name, change)
  }

  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  private func slots(_ info: VolumeInfo) throws -> [Int?] {
    try on(info) { (store) throws(StoreError) in try store.playlists.all().map(\.slot) }
  }

  @Test func `a mix that is made with its slot is one change`() throws {
    func changes() throws -> Int64 {
      try on(first) { (store) throws(StoreError) in Int64(try store.changeCount()) }
    }
    let before = try changes()
    let mixed = try bench.answer { (done: @escaping (Result<MixOutcome, Refusal>) -> Void) in
      bench.library.playlists.mixSlots.mix(a, slot: 2, completion: done)
    }
    try expectEqual(
      mixed.get(),
      MixOutcome(playlist: "Mix 2", uri: bench.library.uri(of: a) ?? "", step: .added, taken: .new))
    try expectEqual(slots(first), [2])
    try expectEqual(changes(), before + 1)
  }

  @Test func `a slot is acknowledged once the playlist on the other volume has lost it`() throws {
    #expect(try change("A", .write([PlaylistEntry(a)], .create, [.slot(1)])) == nil)
    #expect(try change("B", .write([PlaylistEntry(b)], .create, [])) == nil)
    let gate = Answer<Int>()
    bench.library.ask(try mounted(first), { (_) throws(StoreError) in gate.wait() }) { _ in }
    var answers: [Refusal?] = []
    bench.library.playlists.change("B", .describe([.slot(1)])) { answers.append($0) }
    // The stick has it, and the folder waits.
    try bench.wait { (try? slots(second)) == [1] ? () : nil }
    #expect(answers.isEmpty)
    gate.give(1)
    try bench.wait { answers.isEmpty ? nil : () }
    expectEqual(answers, [nil])
    try expectEqual(slots(first), [nil])

    var mixed: [Result<MixOutcome, Refusal>] = []
    #expect(try change("A", .describe([.slot(2)])) == nil)
    // What has the slot here is found first; `Mix 2` is made where nothing has it.
    bench.library.playlists.mixSlots.mix(b, slot: 2) { mixed.append($0) }
    try bench.wait { mixed.isEmpty ? nil : () }
    try expectEqual(
      mixed[0].get(), MixOutcome(playlist: "A", uri: bench.library.uri(of: b) ?? "", step: .added))
  }

  @Test func `a change that ends while playlists are read again hides none of them`() throws {
    for name in ["one", "two"] { #expect(try change(name, .add([a], at: nil)) == nil) }
    let volume = try mounted(first)
    let gate = Answer<Int>()
    bench.library.ask(volume, { (_) throws(StoreError) in gate.wait() }) { _ in }
    var answers: [Refusal?] = []
    bench.library.playlists.change("one", .add([a], at: nil)) { answers.append($0) }
    // It is asked for in a later turn, and then waits behind the gate, as does the reading.
    var isLater = false
    bench.library.later { isLater = true }
    try bench.wait { isLater ? () : nil }
    bench.library.playlists.renew(volume)
    gate.give(1)
    try bench.wait { answers.isEmpty ? nil : () }
    expectEqual(answers, [nil])
    try expectEqual(names, ["one", "two"])
    #expect(try change("two", .rename("three")) == nil)
  }

  @Test func `files move before their rows do`() throws {
    stick.write("c.mp3", FakeFiles.content(title: "c"))
    try bench.scan()
    let volume = try mounted(second)
    let channel = StoreChannel(queue: volume.worker.jobs)
    let path = Array("moved.mp3".utf8)
    let (root, id) = (volume.worker.root, second.id)
    let told = Monitor<[String]>([])
    let row = try channel.perform { (store) throws(StoreError) in try store.trackRow(at: Array("b.mp3".utf8))
    }
    func scan() throws {
      let thread = try Thread.start(name: "test-scan", payload: id) { id in
        var scanner = Scanner(
          root: root, volume: id, store: channel, read: FakeFiles.read, gate: ScanGate(),
          cancellation: Cancellation(), isFAT: false
        ) { event in
          let isThere =
            (try? channel.perform { (store) throws(StoreError) in try store.trackRow(at: path) }) == row
          switch event {
          case .moving(_, let followed):
            told.withLock { $0.append("moving, row there: \(isThere)") }
            followed.give(true)
          case .moved: told.withLock { $0.append("moved, row there: \(isThere)") }
          default: break
          }
        }
        scanner.run(ScanRequest(path: [], rescan: false, job: 1))
      }
      thread.join()
    }
    stick.move("b.mp3", to: "moved.mp3")
    try scan()
    #expect(told.withLock { $0 } == ["moving, row there: false", "moved, row there: true"])
  }

  @Test func `playlists elsewhere have followed once that is said`() throws {
    #expect(try change("P", .write([PlaylistEntry(b)], .create, [])) == nil)
    #expect(try change("P", .add([a], at: nil)) == nil)
    let gate = Answer<Int>()
    bench.library.ask(try mounted(second), { (_) throws(StoreError) in gate.wait() }) { _ in }
    var isDone = false
    bench.library.playlists.follow([(from: Array("a.mp3".utf8), to: Array("z.mp3".utf8))], on: first.id) {
      isDone = true
    }
    // The other volume has nothing that names them, and is asked all the same.
    _ = try slots(first)
    #expect(!isDone)
    gate.give(1)
    try bench.wait { isDone ? () : nil }
    let entries = try on(second) { (store) throws(StoreError) in
      try store.playlists.contents.entries(of: "P", after: nil, skipping: 0, limit: 9)?.tracks ?? []
    }
    expectEqual(entries, [b, TrackReference(volume: first.id, path: Array("z.mp3".utf8))])
  }
}
