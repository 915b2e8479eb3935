import Model
import Support
import Testing

@testable import Player

@Suite struct RegionTests {
  private let part = Region(start: .seconds(10), end: .seconds(30), gain: -3)

  @Test func `times are kept to the microsecond, and empty ones are nil`() {
    let region = Region(start: .nanoseconds(1_999), end: .nanoseconds(2_000), crossfade: .zero)
    #expect(
      region.start == .microseconds(1) && region.end == .microseconds(2) && region.crossfade == .zero)
    #expect(Region.whole.end == nil && Region.whole.crossfade == nil && !Region.whole.isPart)
    expectEqual(Region(end: .zero), .whole)
  }

  @Test(arguments: [
    Region(start: .seconds(2), end: .seconds(2)), Region(start: .seconds(360_001)),
    Region(end: .seconds(1 << 50)), Region(gain: 20.5), Region(gain: -.infinity), Region(gain: .nan),
    Region(crossfade: .seconds(601)),
  ])
  func `regions beyond the limits are recognised`(region: Region) { #expect(!region.isValid) }

  @Test func `a part is as long as the track lets it be`() {
    #expect(part.length(of: .seconds(60)) == .seconds(20) && part.length(of: nil) == .seconds(20))
    #expect(part.length(of: .seconds(15)) == .seconds(5) && part.length(of: .seconds(5)) == .zero)
    #expect(Region.whole.length(of: nil) == nil && Region.whole.length(of: .seconds(5)) == .seconds(5))
  }

  @Test func `an entry's part goes to the engine and to the store`() throws {
    var rig = try Rig()
    try rig.send(.addItems([QueueItem(Rig.track(1), part), QueueItem(Rig.track(2))], at: .end))
    expectEqual(rig.jukebox.queue.entries.map(\.region), [part, .whole])
    let id = rig.jukebox.queue[1].id
    let other = Region(start: .seconds(1))
    let version = rig.jukebox.queue.version
    var effects: [Effect] = []
    try rig.jukebox.handle(.setRegion(id, other), at: .zero, into: &effects)
    #expect(effects.contains(.save(.queue(.setRegion(id, other)))))
    expectEqual(rig.jukebox.queue.positionsChanged(since: version), [1])
    effects = []
    try rig.jukebox.handle(.setRegion(id, other), at: .zero, into: &effects)
    #expect(effects.isEmpty, "nothing has changed")
    #expect(throws: Refusal.noSuchSong) {
      try rig.jukebox.handle(.setRegion(EntryID(rawValue: 99), other), at: .zero, into: &effects)
    }
  }

  @Test func `the current entry keeps its part, and the next one is given to the engine again`() throws {
    var rig = try Rig()
    try rig.send(.addItems([QueueItem(Rig.track(1)), QueueItem(Rig.track(2))], at: .end))
    try rig.send(.playPosition(0))
    let ids = rig.jukebox.queue.entries.map(\.id)
    var effects: [Effect] = []
    #expect(throws: Refusal.plays) {
      try rig.jukebox.handle(.setRegion(ids[0], part), at: .zero, into: &effects)
    }
    #expect(effects.isEmpty)
    try rig.jukebox.handle(.setRegion(ids[1], part), at: .zero, into: &effects)
    let given = effects.compactMap { if case .setNext(let next?) = $0 { next.entry.region } else { nil } }
    expectEqual(given, [part])
  }
}
