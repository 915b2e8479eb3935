import Model
import Player
import Support
import Testing

/// Broken files, dying storage, volumes that come and go.
@Suite struct TroubleTests {
  @Test func `a broken entry is skipped with its reason`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try expectEqual(
      rig.acts(.failed(serial, .broken, reason: "no frames")),
      "skipped 1: no frames, start 2, next 3, changed player")
    #expect(rig.status.error == "no frames" && rig.status.errorKey == .brokenFile)
    try expectEqual(rig.acts(.clearError), "changed player")
    #expect(rig.status.error == nil && rig.status.errorKey == nil)
  }

  @Test func `an entry whose decoder is not installed is skipped, and the key names that`() throws {
    var rig = try Rig(3)
    let next = try #require(try rig.send(.play).lastNext)
    let serial = try #require(rig.status.serial)
    try expectEqual(
      rig.acts(.failed(next.serial, .notInstalled, reason: "AAC needs it")),
      "skipped 2: AAC needs it, next 3, changed player")
    try expectEqual(
      rig.acts(.failed(serial, .notInstalled, reason: "WMA needs it")),
      "skipped 1: WMA needs it, start 3, changed player")
    #expect(rig.status.error == "WMA needs it" && rig.status.errorKey == .notInstalled)
  }

  @Test func `a broken next entry is replaced before its turn`() throws {
    var rig = try Rig(4)
    let next = try #require(try rig.send(.play).lastNext)
    try rig.sounds()
    try expectEqual(
      rig.acts(.failed(next.serial, .broken, reason: "bad")), "skipped 2: bad, next 3, changed player")
    expectEqual(rig.currentID, 1)
    // Later edits do not bring it back.
    try expectEqual(rig.acts(.add([Rig.track(9)], at: .end)), "changed playlist")
  }

  @Test func `the last entry's failure after one that has ended is the end`() throws {
    for kind in [FailureKind.broken, .notInstalled, .unreachable] {
      var rig = try Rig(2)
      let next = try #require(try rig.send(.play).lastNext)
      try rig.sounds()
      let serial = try #require(rig.status.serial)
      try expectEqual(rig.acts(.ended(serial)), "")
      let words = try rig.acts(.failed(next.serial, kind, reason: "bad"))
      switch kind {
      case .broken, .notInstalled: expectEqual(words, "skipped 2: bad, stop, changed player")
      // Its turn tells whether its volume leaves.
      case .unreachable: expectEqual(words, "start 2, changed player")
      }
    }
  }

  @Test func `an entry without sound counts as broken`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try expectEqual(rig.acts(.ended(serial)), "skipped 1: contains no sound, start 2, changed player")
  }

  @Test func `a failure in mid-file waits for what was decoded`() throws {
    var rig = try Rig(2)
    let next = try rig.send(.play).lastNext
    try rig.sounds()
    let serial = try #require(rig.status.serial)
    try expectEqual(
      rig.acts(.failed(serial, .broken, reason: "cut off")), "skipped 1: cut off, changed player")
    expectEqual(rig.currentID, 1)
    try expectEqual(rig.goesOn(next), "changed player")
  }

  @Test(arguments: [false, true], [false, true])
  func `a queue of nothing but broken files stops`(_ repeats: Bool, _ random: Bool) throws {
    var rig = try Rig(40)
    try rig.send(.setRepeat(repeats))
    try rig.send(.setRandom(random))
    try rig.send(.play)
    var tried: [UInt32] = []
    while let serial = rig.status.serial, tried.count < 200 {
      tried.append(try #require(rig.currentID))
      try rig.send(.failed(serial, .broken, reason: "bad"))
    }
    expectEqual(tried.sorted(), Array(1...40))
    expectEqual(rig.status.state, .stop)
    expectEqual(rig.status.error, "bad")
  }

  @Test func `a bound ends a long run of broken files`() throws {
    var rig = try Rig(Jukebox.failureLimit * 2)
    try rig.send(.play)
    for _ in 1..<Jukebox.failureLimit {
      let serial = try #require(rig.status.serial)
      try rig.send(.failed(serial, .broken, reason: "bad"))
    }
    expectEqual(rig.status.state, .play)
    let serial = try #require(rig.status.serial)
    let words = try rig.acts(.failed(serial, .broken, reason: "bad"))
    expectEqual(words, "skipped \(Jukebox.failureLimit): bad, gave up: bad, stop, changed player")
  }

  @Test func `one good entry among broken ones continues with repeat`() throws {
    var rig = try Rig(3)
    try rig.send(.setRepeat(true))
    var next = try rig.send(.play).lastNext
    for _ in 0..<5 {
      try rig.sounds()
      for _ in 0..<2 {
        let broken = try #require(next)
        #expect(broken.entry.id.rawValue != 1)
        next = try rig.send(.failed(broken.serial, .broken, reason: "bad")).lastNext
      }
      let good = try #require(next)
      expectEqual(good.entry.id.rawValue, 1)
      let serial = try #require(rig.status.serial)
      next = try (rig.send(.ended(serial)) + rig.send(.started(good.serial, length: nil))).lastNext
    }
    expectEqual(rig.status.state, .play)
  }

  @Test func `previous skips broken entries backward`() throws {
    var rig = try Rig(4)
    try rig.send(.playPosition(3))
    try rig.send(.previous)
    let serial = try #require(rig.status.serial)
    try expectEqual(
      rig.acts(.failed(serial, .broken, reason: "bad")), "skipped 3: bad, start 2, next 4, changed player")
    let second = try #require(rig.status.serial)
    try rig.send(.failed(second, .broken, reason: "bad"))
    let third = try #require(rig.status.serial)
    expectEqual(rig.currentID, 1)
    try expectEqual(
      rig.acts(.failed(third, .broken, reason: "bad")), "skipped 1: bad, start 4, changed player")
  }

  @Test func `decoded sound of a pulled stick is heard, and its return continues from there`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(39))
    try expectEqual(rig.acts(.volumeLeft(Rig.stick)), "run out")
    expectEqual(rig.status.state, .play)
    rig.pass(.seconds(3))
    try expectEqual(rig.ends(), "stop, changed player")
    expectEqual(rig.status.state, .stop)
    expectEqual(rig.status.waitsForVolume, Rig.stick)
    expectEqual(rig.jukebox.queue.count, 3)
    var position = rig.saved().position
    expectEqual(position.playing?.entry, position.entry)
    position.playing = nil
    expectEqual(position, SavedPosition(entry: EntryID(rawValue: 2), elapsed: .seconds(42), state: .play))
    rig.pass(.seconds(100))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2 at 42.0, next 3, changed player")
  }

  @Test func `a stick that returns while its last sound plays continues without a stop`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(10))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "")
    rig.pass(.seconds(2))
    try expectEqual(rig.ends(), "stop, start 1 at 13.0, next 2, changed player")
  }

  @Test func `a track of a pulled stick that was heard whole is followed by the next at its return`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(Rig.trackLength - .seconds(1))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try rig.ends()
    expectEqual(rig.currentID, 1)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2, changed player")
  }

  @Test func `a seek while the last of a pulled stick sounds waits for its return`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    try rig.send(.volumeLeft(Rig.stick))
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(50))), "stop, changed player")
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1 at 50.0, changed player")
  }

  @Test func `a paused song comes back paused, and a stopped one stays stopped`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(5))
    try rig.send(.setPaused(true))
    try rig.send(.volumeLeft(Rig.stick))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1 at 5.0 paused, next 2, changed player")
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.stop)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "")
  }

  @Test func `a pause without the stick is obeyed`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    try rig.send(.volumeLeft(Rig.stick))
    try rig.ends()
    try rig.send(.perform(.toggle))
    #expect(rig.status.waitsForVolume == nil)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1 paused, changed player")
  }

  @Test func `play without the stick loses no position`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(5))
    try rig.send(.setPaused(true))
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.play)
    expectEqual(rig.status.waitsForVolume, Rig.stick)
    expectEqual(rig.saved().position.elapsed, .seconds(5))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1 at 5.0, next 2, changed player")
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.playPosition(0))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1, next 2, changed player")
  }

  @Test func `previous without the stick waits for it`() throws {
    var rig = try Rig(2)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(5))
    try rig.send(.volumeLeft(Rig.stick))
    try rig.ends()
    #expect(try !rig.acts(.perform(.previous)).contains("start"))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2, changed player")
    try rig.sounds()
    try rig.send(.volumeLeft(Rig.stick))
    #expect(try !rig.acts(.previous).contains("start"))
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2, changed player")
  }

  @Test func `play after the last entry of a pulled stick was heard whole starts it again`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(Rig.trackLength - .seconds(1))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try rig.ends()
    try rig.send(.play)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1, changed player")
  }

  @Test func `play after a song of a pulled stick was heard whole continues with the next`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(Rig.trackLength - .seconds(1))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try rig.ends()
    try rig.send(.play)
    #expect(rig.status.error == "The volume is not plugged in" && rig.status.errorKey == .volumeAway)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2, changed player")
    #expect(rig.status.error == nil)
  }

  @Test(arguments: [Event.next, .perform(.next)])
  func `next while the rest of a pulled stick sounds keeps the place`(event: Event) throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(39))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try expectEqual(rig.acts(event), "")
    rig.pass(.seconds(1))
    try rig.ends()
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 2 at 41.0, next 3, changed player")
  }

  @Test(arguments: [1, 2])
  func `a seek without the stick sets the start`(position: Int) throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(39))
    try rig.send(.volumeLeft(Rig.stick))
    rig.pass(.seconds(1))
    try rig.ends()
    try rig.send(.seekPosition(position, to: .seconds(50)))
    #expect(try rig.acts(.volumeArrived(Rig.stick)).hasPrefix("start \(position + 1) at 50.0, "))
  }

  @Test func `an unreadable entry waits a moment for its volume's leave`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(9))
    let serial = try #require(rig.status.serial)
    try expectEqual(
      rig.acts(.failed(serial, .unreachable, reason: "I/O error")), "skipped 1: I/O error, changed player")
    rig.pass(.milliseconds(500))
    try rig.send(.volumeLeft(Rig.stick))
    try rig.ends()
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1 at 9.5, next 2, changed player")
  }

  @Test func `an unreadable entry on a volume that stays is skipped`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    let serial = try #require(rig.status.serial)
    try expectEqual(rig.acts(.failed(serial, .unreachable, reason: "I/O")), "skipped 1: I/O, changed player")
    let deadline = try #require(rig.jukebox.deadline)
    expectEqual(deadline, rig.time + Jukebox.unreachableGrace)
    rig.time = deadline
    try expectEqual(rig.acts(.tick), "start 2, next 3, changed player")
  }

  @Test func `an unreadable entry that drains before the grace is over holds`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(3))
    let serial = try #require(rig.status.serial)
    try rig.send(.failed(serial, .unreachable, reason: "I/O"))
    try expectEqual(rig.ends(), "")
    expectEqual(rig.status.state, .play)
    rig.pass(.milliseconds(100))
    try rig.send(.volumeLeft(Rig.stick))
    expectEqual(rig.jukebox.savedPosition(at: rig.time).elapsed, .seconds(3))
  }

  @Test func `entries of an absent volume are skipped and stay`() throws {
    var rig = try Rig(1)
    let other = Rig.otherStick
    try rig.send(.add([Rig.track(2, volume: other), Rig.track(3)], at: .end))
    try expectEqual(rig.acts(.play), "start 1, next 3, changed player")
    try expectEqual(rig.acts(.volumeArrived(other)), "next 2")
    try expectEqual(rig.acts(.volumeLeft(other)), "next 3")
    expectEqual(rig.ids, [1, 2, 3])
    try expectEqual(rig.acts(.playPosition(1)), "start 3, changed player")
  }

  @Test func `play with nothing there begins when the volume comes`() throws {
    var rig = try Rig(2)
    try rig.send(.volumeLeft(Rig.stick))
    try expectEqual(rig.acts(.play), "changed player")
    #expect(rig.status.error != nil)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "start 1, next 2, changed player")
  }

  @Test func `deleting what waits for its volume ends the wait`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.send(.volumeLeft(Rig.stick))
    try rig.send(.delete(0..<1))
    #expect(rig.currentID == nil)
    try expectEqual(rig.acts(.volumeArrived(Rig.stick)), "")
  }
}
