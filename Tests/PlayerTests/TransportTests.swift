import Model
import Player
import Support
import Testing

@Suite struct TransportTests {
  @Test func `play begins with the first entry and gives what follows`() throws {
    var rig = try Rig(3)
    try expectEqual(rig.acts(.play), "start 1, next 2, changed player")
    expectEqual(rig.status.state, .play)
    expectEqual(rig.saves.last, .position)
  }

  @Test func `play resumes a paused song and does not affect a playing one`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.acts(.play), "")
    rig.pass(.seconds(5))
    try expectEqual(rig.acts(.togglePause), "pause, changed player")
    rig.pass(.seconds(100))
    expectEqual(rig.status.elapsed, .seconds(5))
    try expectEqual(rig.acts(.play), "resume, changed player")
    rig.pass(.seconds(2))
    expectEqual(rig.status.elapsed, .seconds(7))
  }

  @Test func `a position or id that is not there is refused and changes nothing`() throws {
    var rig = try Rig(2)
    let before = rig.jukebox.queue.version
    for event: Event in [.playPosition(2), .playPosition(-1), .seekPosition(9, to: .zero), .swap(0, 2)] {
      #expect(throws: Refusal.badSongIndex) { try rig.send(event) }
    }
    for event: Event in [
      .playID(EntryID(rawValue: 9)), .deleteIDs([EntryID(rawValue: 1), EntryID(rawValue: 9)]),
    ] {
      #expect(throws: Refusal.noSuchSong) { try rig.send(event) }
    }
    for event: Event in [.next, .previous, .seekCurrent(to: .zero), .seekCurrentBy(.seconds(1))] {
      #expect(throws: Refusal.notPlaying) { try rig.send(event) }
    }
    expectEqual(rig.jukebox.queue.version, before)
    expectEqual(rig.jukebox.queue.count, 2)
  }

  @Test func `next ends at the end, and then nothing is current`() throws {
    var rig = try Rig(2)
    try rig.send(.playPosition(1))
    try expectEqual(rig.acts(.next), "stop, changed player")
    #expect(rig.jukebox.current == nil)
    try expectEqual(rig.acts(.play), "start 1, next 2, changed player")
  }

  @Test func `previous restarts the first entry, or goes to the last with repeat`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try expectEqual(rig.acts(.previous), "start 1, next 2, changed player")
    try rig.send(.setRepeat(true))
    try expectEqual(rig.acts(.previous), "start 3, next 1, changed player")
  }

  @Test func `stop keeps the entry and forgets the position`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(9))
    try expectEqual(rig.acts(.stop), "stop, changed player")
    expectEqual(rig.currentID, 2)
    #expect(rig.status.elapsed == nil)
    try expectEqual(rig.acts(.stop), "")
    try expectEqual(rig.acts(.play), "start 2, next 3, changed player")
  }

  @Test func `a seamless step makes the next entry current and asks for the one after it`() throws {
    var rig = try Rig(3)
    let next = try rig.send(.play).lastNext
    try rig.sounds()
    try expectEqual(rig.goesOn(next), "next 3, changed player")
    expectEqual(rig.currentID, 2)
    expectEqual(rig.status.elapsed, .zero)
    expectEqual(rig.status.length, Rig.trackLength)
  }

  @Test func `the last entry's end is a stop without a current entry`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.ends(), "stop, changed player")
    expectEqual(rig.status.state, .stop)
    #expect(rig.currentID == nil)
  }

  @Test func `a report about what was replaced is dropped`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    let old = try #require(rig.status.serial)
    try rig.sounds()
    try rig.send(.playPosition(2))
    let stale: [Event] = [
      .started(old, length: nil), .ended(old), .drained(after: old), .failed(old, .broken, reason: "old"),
      .wantsNext(after: old), .position(old, .seconds(50)),
    ]
    for event in stale { try expectEqual(rig.acts(event), "") }
    expectEqual(rig.currentID, 3)
    expectEqual(rig.status.elapsed, .zero)
  }

  @Test func `a seek within the entry is a seek, to another a start, and never beyond the end`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(30))), "seek 30.0, changed player")
    try expectEqual(rig.acts(.seekCurrentBy(.seconds(-45))), "seek 0.0, changed player")
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(1000))), "seek 100.0, changed player")
    try expectEqual(rig.acts(.seekPosition(1, to: .seconds(7))), "start 2 at 7.0, changed player")
    try rig.send(.setPaused(true))
    try expectEqual(
      rig.acts(.seekID(EntryID(rawValue: 1), to: .zero)), "start 1 paused, next 2, changed player")
  }

  @Test func `a seek by any distance is a seek`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    let far = Duration(secondsComponent: .max, attosecondsComponent: 0)
    try expectEqual(rig.acts(.seekCurrentBy(far)), "seek 1000000000.0, changed player")
    try expectEqual(rig.acts(.seekCurrentBy(.zero - far)), "seek 0.0, changed player")
    try rig.send(.seekCurrent(to: far))
    try rig.sounds()
    expectEqual(rig.status.elapsed, Rig.trackLength)
  }

  @Test func `the position is saved every four seconds while something plays`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    for _ in 0..<3 {
      let deadline = try #require(rig.jukebox.deadline)
      expectEqual(deadline - rig.time, .seconds(4))
      rig.time = deadline
      try expectEqual(rig.send(.tick), [.save(.position)])
    }
    try rig.send(.setPaused(true))
    #expect(rig.jukebox.deadline == nil)
  }

  @Test func `the engine's position counts`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    rig.pass(.seconds(10))
    try rig.send(.position(serial, .seconds(9)))
    rig.pass(.seconds(1))
    expectEqual(rig.status.elapsed, .seconds(10))
    expectEqual(rig.jukebox.savedPosition(at: rig.time).elapsed, .seconds(10))
    try rig.send(.position(serial, .seconds(-3)))
    expectEqual(rig.status.elapsed, .zero)
  }

  @Test func `an entry added too late for the engine starts after the last sound`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    try expectEqual(rig.acts(.add([Rig.track(2)], at: .end)), "next 2, changed playlist")
    try expectEqual(rig.acts(.drained(after: serial)), "start 2, changed player")
  }

  @Test func `an engine that asks gets an answer also without a next entry`() throws {
    var rig = try Rig(1)
    try rig.send(.playPosition(0))
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    try expectEqual(rig.acts(.wantsNext(after: serial)), "next -")
  }
}
