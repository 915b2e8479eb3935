import Model
import Player
import Support
import Testing

@Suite struct AutoplayTests {
  private func saved(_ state: TransportState, elapsed: Duration = .seconds(33)) throws -> SavedState {
    var saved = try Rig(3).saved()
    saved.position = SavedPosition(entry: EntryID(rawValue: 2), elapsed: elapsed, state: state)
    return saved
  }

  @Test func `resume continues at the stored position, when the volume is there`() throws {
    var rig = try Rig(restoring: saved(.play), arrived: false)
    expectEqual(rig.status.state, .stop)
    #expect(rig.jukebox.savedPosition(at: rig.time) == (try saved(.play)).position)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2 at 33.0, next 3, changed player")
  }

  @Test func `resume keeps paused what was paused, and stopped what was stopped`() throws {
    var rig = try Rig(restoring: saved(.pause), arrived: false)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2 at 33.0 paused, next 3, changed player")
    rig = try Rig(restoring: saved(.stop), arrived: false)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "")
    expectEqual(rig.currentID, 2)
    try expectEqual(rig.acts(.play), "start 2, next 3, changed player")
  }

  @Test func `volumes may arrive before the power is on`() throws {
    var rig = Jukebox(saved: try saved(.play), seed: 1)
    var effects: [Effect] = []
    try rig.handle(.volumeArrived(Rig.stick), at: .zero, into: &effects)
    expectEqual(effects, [])
    try rig.handle(.powerOn, at: .zero, into: &effects)
    expectEqual(Rig.words(effects), ["volume 50", "start 2 at 33.0", "next 3", "changed player"])
  }

  @Test func `an empty queue is filled with everything, and plays from the first tracks found`() throws {
    var rig = try Rig(restoring: SavedState(), arrived: false)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "fill")
    try expectEqual(
      rig.acts(.fill([Rig.track(1), Rig.track(2)], from: Rig.stick)),
      "start 1, next 2, changed player+playlist")
    try expectEqual(rig.acts(.fill([Rig.track(3)], from: Rig.stick)), "changed playlist")
    try expectEqual(rig.acts(.volumeArrived(Rig.otherStick)), "fill other")
    try rig.send(.fill([Rig.track(9, volume: Rig.otherStick)], from: Rig.otherStick))
    // What comes later of the first stick stays with it.
    try rig.send(.fill([Rig.track(4)], from: Rig.stick))
    expectEqual(rig.ids, [1, 2, 3, 5, 4])
  }

  @Test(arguments: [Event.clear, .delete(0..<3)])
  func `a queue that was emptied stays empty after a restart, with any volume`(edit: Event) throws {
    var rig = try Rig(3)
    try rig.send(edit)
    rig = try Rig(restoring: rig.saved(), arrived: false)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick), .volumeArrived(Rig.otherStick)), "")
    #expect(rig.jukebox.queue.isEmpty)
    try rig.send(.replaceQueue([QueueItem(Rig.track(9))]))
    expectEqual(rig.status.state, .play)
  }

  @Test func `a volume that comes back adds only what is new on it`() throws {
    var rig = try Rig(restoring: SavedState())
    try rig.send(.fill([Rig.track(1), Rig.track(2)], from: Rig.stick))
    try rig.send(.volumeLeft(Rig.stick))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1, next 2, fill, changed player")
    #expect(try rig.acts(.fill([1, 2].map { Rig.track($0) }, from: Rig.stick)) == "")
    try rig.send(.fill([1, 2, 3].map { Rig.track($0) }, from: Rig.stick))
    expectEqual(rig.ids, [1, 2, 3])
    #expect(try rig.acts(.fill([3].map { Rig.track($0) }, from: Rig.stick)) == "")
    // What was renamed in between is known by its new name.
    try rig.send(.moved([Rig.track(3): Rig.track(7)]))
    #expect(try rig.acts(.fill([7].map { Rig.track($0) }, from: Rig.stick)) == "")
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.volumeArrived(Rig.stick))
    #expect(try rig.acts(.fill([1, 2, 7].map { Rig.track($0) }, from: Rig.stick)) == "")
  }

  @Test func `to fill a long queue again costs a look at what is found, not at the whole queue each time`()
    throws
  {
    var rig = try Rig(restoring: SavedState())
    let tracks = (1...60_000).map { Rig.track($0) }
    try rig.send(.fill(tracks, from: Rig.stick))
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.volumeArrived(Rig.stick))
    // 600 times 60,000 would take minutes here.
    for start in stride(from: 0, to: 60_000, by: 100) {
      try expectEqual(rig.acts(.fill(Array(tracks[start..<start + 100]), from: Rig.stick)), "")
    }
    expectEqual(rig.jukebox.queue.count, 60_000)
  }

  @Test func `another stick plays where the one that played was pulled`() throws {
    var rig = try Rig(restoring: SavedState())
    try rig.send(.fill([Rig.track(1)], from: Rig.stick))
    try rig.sounds()
    try rig.send(.volumeLeft(Rig.stick))
    try rig.ends()
    try expectEqual(rig.acts(.volumeArrived(Rig.otherStick)), "fill other")
    let other = Rig.track(9, volume: Rig.otherStick)
    try expectEqual(rig.acts(.fill([other], from: Rig.otherStick)), "start 2, changed player+playlist")
  }

  @Test func `an edit by hand ends the filling`() throws {
    var rig = try Rig(restoring: SavedState())
    try rig.send(.fill([Rig.track(1), Rig.track(2)], from: Rig.stick))
    try rig.send(.delete(1..<2))
    try expectEqual(rig.acts(.fill([Rig.track(3)], from: Rig.stick)), "")
    expectEqual(rig.ids, [1])
  }

  @Test func `all replaces the queue in natural order, shuffle at random`() throws {
    var before = try saved(.play)
    before.settings.modes.random = true
    var rig = try Rig(restoring: before, policy: Policy(autoplay: .all))
    #expect(rig.jukebox.queue.isEmpty)
    try rig.send(.fill((1...5).map { Rig.track($0) }, from: Rig.stick))
    #expect(!rig.jukebox.modes.random)
    expectEqual(rig.currentID, 4)
    rig = try Rig(restoring: before, policy: Policy(autoplay: .shuffle))
    try rig.send(.fill((1...50).map { Rig.track($0) }, from: Rig.stick))
    #expect(rig.jukebox.modes.random)
    expectEqual(rig.status.state, .play)
    expectEqual(rig.jukebox.savedOrder.first, rig.jukebox.current?.id)
    expectEqual(rig.jukebox.savedOrder.map(\.rawValue).sorted(), Array(4...53))
  }

  @Test func `off plays nothing`() throws {
    var rig = try Rig(restoring: saved(.play), policy: Policy(autoplay: .off))
    expectEqual(rig.status.state, .stop)
    expectEqual(rig.currentID, 2)
    rig = try Rig(restoring: SavedState(), policy: Policy(autoplay: .off))
    try expectEqual(rig.acts(.fill([Rig.track(1)], from: Rig.stick)), "")
  }

  @Test func `another stick plays where the one that played last doesn't come`() throws {
    var rig = try Rig(restoring: saved(.play), arrived: false)
    try expectEqual(rig.acts(.volumeArrived(Rig.otherStick)), "")
    let deadline = try #require(rig.jukebox.deadline)
    expectEqual(deadline, rig.time + Jukebox.settleTime)
    rig.time = deadline
    try expectEqual(rig.acts(.tick), "fill other")
    let track = Rig.track(1, volume: Rig.otherStick)
    try expectEqual(rig.acts(.fill([track], from: Rig.otherStick)), "start 4, changed player+playlist")
    expectEqual(rig.ids, [1, 2, 3, 4])
    // The first stick, coming late, does not interrupt.
    let words = try rig.acts(.volumeArrived(Rig.stick))
    expectEqual(words, "fill")
  }

  @Test func `the right stick within the wait plays, and nothing is filled`() throws {
    var rig = try Rig(restoring: saved(.play), arrived: false)
    try rig.send(.volumeArrived(Rig.otherStick))
    rig.pass(.seconds(5))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2 at 33.0, next 3, changed player")
    try rig.sounds()
    rig.pass(.seconds(20))
    try expectEqual(rig.acts(.tick), "")
  }

  @Test func `power off saves the current song as playing`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(8))
    try expectEqual(rig.send(.powerOff), [.save(.settings), .save(.position)])
    var position = rig.saved().position
    expectEqual(position.playing?.heard, .seconds(8))
    position.playing = nil
    expectEqual(position, SavedPosition(entry: EntryID(rawValue: 1), elapsed: .seconds(8), state: .play))
  }

  @Test func `a saved position of an entry that is gone is no position`() throws {
    var before = try saved(.play)
    before.entries.remove(at: 1)
    let rig = try Rig(restoring: before)
    expectEqual(rig.status.state, .stop)
    #expect(rig.currentID == nil)
  }
}
