import Glibc
import Model
import Support
import Testing

@testable import Player

/// Random edits of the real queue beside an array of ids.
@Suite struct QueueModelTests {
  /// A client that follows by `plchanges`, a store that repeats what it is told to save, and the plain array.
  private struct Model {
    var ids: [UInt32] = []
    var stored: [UInt32] = []
    var mirror: [UInt32] = []
    var seen: UInt32 = 0
    var given: Set<UInt32> = []
  }

  @Test func `tags given with entries stay with them, and count as their paths do`() throws {
    let told = [SourceMetadata(.title, String(repeating: "x", count: 100))]
    var rig = try Rig(1)
    let bytes = rig.jukebox.queue.pathBytes
    try rig.send(.addItems([QueueItem(Rig.track(2), told: told)], at: .position(0)))
    expectEqual(rig.jukebox.queue.pathBytes, bytes + Rig.track(2).path.count + 100)
    try rig.send(.move(0..<1, to: .position(1)))
    try rig.send(.setRegion(rig.jukebox.queue[1].id, Region(start: .seconds(1))))
    expectEqual(rig.jukebox.queue.entries.map(\.told), [[], told])
    let again = try Rig(restoring: rig.saved())
    expectEqual(again.jukebox.queue.entries.map(\.told), [[], told])
    expectEqual(again.jukebox.queue.pathBytes, rig.jukebox.queue.pathBytes)
    try rig.send(.delete(1..<2))
    expectEqual(rig.jukebox.queue.pathBytes, bytes)
    // What is told fills a queue, too.
    let long = QueueItem(Rig.track(3), told: [SourceMetadata(.title, String(repeating: "x", count: 1 << 20))])
    #expect(throws: Refusal.queueFull) {
      try rig.send(.addItems(Array(repeating: long, count: 16), at: .end))
    }
  }

  @Test(arguments: 0..<12) func `random edits match an array, plchanges and the saved changes`(_ seed: UInt64)
    throws
  {
    var random = Dice(seed: seed)
    var rig = try Rig(0, seed: seed)
    var model = Model()
    for event: Event in [.setRandom(random.flip()), .setRepeat(random.flip())] { try rig.send(event) }
    for _ in 0..<600 {
      let event = Self.edit(&random, &model)
      let version = rig.jukebox.queue.version
      let countBefore = rig.saves.count
      let before = model.ids
      try rig.send(event)
      for id in rig.jukebox.lastAdded where rig.jukebox.queue.position(of: EntryID(rawValue: id)) != nil {
        model.given.insert(id)
      }
      Self.apply(event, to: &model, rig.jukebox)
      expectEqual(rig.ids, model.ids)
      #expect(rig.jukebox.queue.version >= version)
      if model.ids != before { #expect(rig.jukebox.queue.version > version) }
      for save in rig.saves[countBefore...] { Self.store(save, &model, rig.jukebox.queue) }
      expectEqual(model.stored, model.ids)
      let paths = rig.jukebox.queue.entries.reduce(0) { $0 + $1.track.path.count }
      expectEqual(rig.jukebox.queue.pathBytes, paths)
      for (position, id) in model.ids.enumerated() where random.below(8) == 0 {
        expectEqual(rig.jukebox.queue.position(of: EntryID(rawValue: id)), position)
      }
      if random.below(4) == 0 {
        Self.follow(&model, rig.jukebox.queue)
        expectEqual(model.mirror, model.ids)
      }
      let order = rig.jukebox.savedOrder.map(\.rawValue)
      if rig.jukebox.modes.random {
        expectEqual(order.sorted(), model.ids.sorted())
      } else {
        expectEqual(order, [])
      }
    }
    #expect(model.given.count > 100)
  }

  private static func edit(_ random: inout Dice, _ model: inout Model) -> Event {
    let count = model.ids.count
    guard count > 1, random.below(10) > 2 else {
      let tracks = (0..<random.below(12)).map { Rig.track($0) }
      return .add(tracks, at: .position(random.below(count + 1)))
    }
    let low = random.below(count)
    let range = low..<low + 1 + random.below(min(8, count - low))
    let id = EntryID(rawValue: model.ids[random.below(count)])
    switch random.below(10) {
    case 0: return .delete(range)
    case 1: return .deleteIDs([id, EntryID(rawValue: model.ids[low])])
    case 2: return .move(range, to: .position(random.below(count - range.count + 1)))
    case 3: return .swap(low, random.below(count))
    case 4: return .shuffle(range)
    case 5: return .prioritise([range], UInt8(random.below(3)))
    case 6: return random.below(20) == 0 ? .clear : .deleteIDs([id])
    case 7: return .playID(id)
    case 8:
      return .moved([
        Rig.track(random.below(12)): Rig.track(random.below(12), folder: "moved \(random.below(99))")
      ])
    default: return .moveID(id, to: .position(random.below(count)))
    }
  }

  private static func apply(_ event: Event, to model: inout Model, _ jukebox: Jukebox) {
    switch event {
    case .add(_, at: .position(let position)):
      model.ids.insert(contentsOf: Array(jukebox.lastAdded), at: position)
    case .delete(let range): model.ids.removeSubrange(range)
    case .deleteIDs(let ids): model.ids.removeAll { ids.contains(EntryID(rawValue: $0)) }
    case .clear: model.ids = []
    case .move(let range, to: .position(let to)): move(range, to, &model.ids)
    case .moveID(let id, to: .position(let to)):
      if let from = model.ids.firstIndex(of: id.rawValue) { move(from..<from + 1, to, &model.ids) }
    case .swap(let a, let b): model.ids.swapAt(a, b)
    case .shuffle(let range):
      let now = jukebox.queue.entries[range].map(\.id.rawValue)
      if now.sorted() == model.ids[range].sorted() { model.ids.replaceSubrange(range, with: now) }
    default: break
    }
  }

  private static func move(_ range: Range<Int>, _ to: Int, _ ids: inout [UInt32]) {
    let moved = Array(ids[range])
    ids.removeSubrange(range)
    ids.insert(contentsOf: moved, at: to)
  }

  private static func store(_ save: Save, _ model: inout Model, _ queue: Queue) {
    guard case .queue(let change) = save else { return }
    switch change {
    case .insert(let entries, let at): model.stored.insert(contentsOf: entries.map(\.id.rawValue), at: at)
    case .remove(let range): model.stored.removeSubrange(range)
    case .removeEntries(let ids): model.stored.removeAll { ids.contains(EntryID(rawValue: $0)) }
    case .clear: model.stored = []
    case .move(let range, let to): move(range, to, &model.stored)
    case .swap(let a, let b): model.stored.swapAt(a, b)
    case .reorder(let ids, let at):
      model.stored.replaceSubrange(at..<at + ids.count, with: ids.map(\.rawValue))
    case .prioritise, .relocate, .setRegion, .setTags: break
    }
  }

  /// As a client does: `plchanges`, then cut to the new length.
  private static func follow(_ model: inout Model, _ queue: Queue) {
    for position in queue.positionsChanged(since: model.seen) {
      let id = queue[position].id.rawValue
      if position < model.mirror.count { model.mirror[position] = id } else { model.mirror.append(id) }
    }
    if model.mirror.count > queue.count { model.mirror.removeLast(model.mirror.count - queue.count) }
    model.seen = queue.version
  }

  @Test(arguments: [true, false])
  func `a bulk edit of a queue four times as long takes about four times as long`(_ isRandom: Bool) throws {
    /// Of the processor, for this thread alone: others may be busy.
    func now() -> Int {
      var time = timespec()
      guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    func cheapest(_ count: Int) throws -> Int {
      var costs: [Int] = []
      for _ in 0..<3 {
        var rig = try Rig(count)
        try rig.send(.setRandom(isRandom))
        try rig.send(.play)
        let odd = rig.jukebox.queue.entries.map(\.id).filter { $0.rawValue % 2 == 1 }
        let start = now()
        try rig.send(.prioritiseIDs(odd, 3))
        try rig.send(.deleteIDs(odd))
        try rig.send(.add((0..<count / 2).map { Rig.track($0) }, at: .position(1)))
        try rig.send(.shuffle(0..<Int.max))
        costs.append(now() - start)
        expectEqual(rig.jukebox.queue.count, count)
      }
      return costs.min() ?? 0
    }
    // A cost that grows with the square would make it sixteen times.
    let (short, long) = (try cheapest(5_000), try cheapest(20_000))
    #expect(long < short * 10)
  }
}
