import Model
import Player
import Support
import Testing

@Suite struct QueueTests {
  @Test func `tags of a stream go to the store and to those who listen, those of a file are refused`() throws
  {
    var rig = try Rig()
    let stream = try #require(TrackReference(url: "http://r/1"))
    try rig.send(.volumeArrived(.network))
    try rig.send(.add([stream, Rig.track(1)], at: .end))
    try rig.send(.playPosition(0))
    let ids = rig.jukebox.queue.entries.map(\.id)
    let tags = [SourceMetadata(.name, "Radio"), SourceMetadata(.title, "T")]
    let version = rig.jukebox.queue.version
    var effects: [Effect] = []
    try rig.jukebox.handle(.setTags(ids[0], tags), at: .zero, into: &effects)
    #expect(effects.contains(.save(.queue(.setTags(ids[0], tags)))))
    #expect(effects.contains(.changed([.playlist, .player])))
    #expect(rig.jukebox.queue[0].told == tags && rig.jukebox.queue.positionsChanged(since: version) == [0])
    effects = []
    try rig.jukebox.handle(.setTags(ids[0], tags), at: .zero, into: &effects)
    #expect(effects.isEmpty, "nothing has changed")
    #expect(throws: Refusal.unsupported("Cannot edit tags of local file")) {
      try rig.jukebox.handle(.setTags(ids[1], tags), at: .zero, into: &effects)
    }
    #expect(throws: Refusal.noSuchSong) {
      try rig.jukebox.handle(.setTags(EntryID(rawValue: 99), tags), at: .zero, into: &effects)
    }
    try rig.jukebox.handle(.setTags(ids[0], []), at: .zero, into: &effects)
    #expect(rig.jukebox.queue[0].told.isEmpty)
  }

  @Test func `the playlist that was loaded last is known until the queue is cleared, over a restart, too`()
    throws
  {
    var rig = try Rig(2)
    expectEqual(rig.jukebox.lastLoaded, "")
    #expect(try rig.send(.clear).contains(.save(.settings)) == false)
    try expectEqual(rig.send(.loaded("Party")), [.save(.settings)])
    try rig.send(.add([Rig.track(1)], at: .end))
    try rig.send(.delete(0..<1))
    expectEqual(rig.jukebox.lastLoaded, "Party")
    var again = try Rig(restoring: rig.saved())
    expectEqual(again.jukebox.lastLoaded, "Party")
    #expect(try again.send(.clear).contains(.save(.settings)))
    expectEqual(again.jukebox.lastLoaded, "")
    try again.send(.loaded("Party"))
    try again.send(.replaceQueue([Rig.track(2)].map { QueueItem($0) }))
    expectEqual(again.jukebox.lastLoaded, "")
  }

  @Test func `entries go to the end, to a position, and beside the current one`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.send(.add([Rig.track(4)], at: .position(0)))
    try rig.send(.add([Rig.track(5), Rig.track(6)], at: .afterCurrent(0)))
    try rig.send(.add([Rig.track(7)], at: .beforeCurrent(0)))
    try rig.send(.add([Rig.track(8)], at: .afterCurrent(3)))
    expectEqual(rig.ids, [4, 1, 7, 2, 5, 6, 3, 8])
    expectEqual(rig.jukebox.lastAdded, 8..<9)
    expectEqual(rig.currentID, 2)
    for place: QueuePlace in [
      .position(9), .position(-1), .afterCurrent(5), .beforeCurrent(4), .afterCurrent(.max),
    ] {
      #expect(throws: Refusal.badSongIndex) { try rig.send(.add([Rig.track(9)], at: place)) }
    }
    try rig.send(.clear)
    #expect(throws: Refusal.noCurrentSong) { try rig.send(.add([Rig.track(9)], at: .afterCurrent(0))) }
  }

  @Test func `paths of any length have a limit together`() throws {
    var rig = try Rig()
    let long = TrackReference(volume: Rig.track(1).volume, path: [UInt8](repeating: 1, count: 4000))
    let most = QueueLimits.pathBytes / 4000
    #expect(throws: Refusal.queueFull) {
      try rig.send(.add(Array(repeating: long, count: most + 1), at: .end))
    }
    #expect(rig.jukebox.queue.isEmpty)
    try rig.send(.add(Array(repeating: long, count: most), at: .end))
    #expect(throws: Refusal.queueFull) { try rig.send(.add([long], at: .end)) }
    try rig.send(.delete(0..<1))
    try rig.send(.add([long], at: .end))
    #expect(throws: Refusal.queueFull) { try rig.send(.add([long], at: .end)) }
    try rig.send(.clear)
    try rig.send(.add(Array(repeating: long, count: most), at: .end))
    expectEqual(rig.jukebox.queue.count, most)
  }

  @Test func `a queue has a limit`() throws {
    var rig = try Rig()
    try rig.send(.add(Array(repeating: Rig.track(1), count: QueueLimits.entries), at: .end))
    #expect(throws: Refusal.queueFull) { try rig.send(.add([Rig.track(1)], at: .end)) }
    expectEqual(rig.jukebox.queue.count, QueueLimits.entries)
  }

  @Test func `the next entry changes with the queue, and only then`() throws {
    var rig = try Rig(4)
    try rig.send(.play)
    try expectEqual(rig.acts(.add([Rig.track(5)], at: .end)), "changed playlist")
    try expectEqual(rig.acts(.add([Rig.track(6)], at: .afterCurrent(0))), "next 6, changed playlist")
    try expectEqual(rig.acts(.delete(1..<2)), "next 2, changed playlist")
    try expectEqual(rig.acts(.swap(1, 2)), "next 3, changed playlist")
    try expectEqual(rig.acts(.move(2..<3, to: .position(1))), "next 2, changed playlist")
    try expectEqual(rig.acts(.delete(1..<9)), "next -, changed playlist")
    expectEqual(rig.ids, [1])
  }

  @Test func `ranges are clipped at the end, and refused after it`() throws {
    var rig = try Rig(3)
    try expectEqual(rig.acts(.delete(3..<4)), "")
    #expect(throws: Refusal.badSongIndex) { try rig.send(.delete(4..<5)) }
    try rig.send(.delete(1..<Int.max))
    expectEqual(rig.ids, [1])
  }

  @Test func `deleting the current entry continues with the following one`() throws {
    var rig = try Rig(4)
    try rig.send(.playPosition(1))
    try expectEqual(rig.acts(.deleteIDs([EntryID(rawValue: 2)])), "start 3, next 4, changed player+playlist")
    try expectEqual(rig.acts(.delete(1..<3)), "stop, changed player+playlist")
    expectEqual(rig.ids, [1])
    #expect(rig.currentID == nil)
  }

  @Test func `deleting the current entry with repeat wraps, and paused it stops there`() throws {
    var rig = try Rig(4)
    try rig.send(.setRepeat(true))
    try rig.send(.playPosition(3))
    try expectEqual(rig.acts(.delete(3..<4)), "start 1, next 2, changed player+playlist")
    try rig.send(.setPaused(true))
    try expectEqual(rig.acts(.delete(0..<1)), "stop, changed player+playlist")
    expectEqual(rig.status.state, .stop)
    expectEqual(rig.currentID, 2)
    try rig.send(.delete(0..<1))
    #expect(rig.currentID == nil)
  }

  @Test func `clear stops`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try expectEqual(rig.acts(.clear), "stop, changed player+playlist")
    #expect(rig.jukebox.queue.isEmpty)
    try expectEqual(rig.acts(.play), "")
  }

  @Test func `moves are relative to the current entry without what moves`() throws {
    var rig = try Rig(6)
    try rig.send(.playPosition(3))
    try rig.send(.move(0..<2, to: .afterCurrent(0)))
    expectEqual(rig.ids, [3, 4, 1, 2, 5, 6])
    try rig.send(.move(4..<6, to: .beforeCurrent(1)))
    expectEqual(rig.ids, [5, 6, 3, 4, 1, 2])
    try rig.send(.moveID(EntryID(rawValue: 5), to: .end))
    expectEqual(rig.ids, [6, 3, 4, 1, 2, 5])
    #expect(throws: Refusal.movesCurrentSong) { try rig.send(.move(1..<4, to: .afterCurrent(0))) }
    #expect(throws: Refusal.badSongIndex) { try rig.send(.move(0..<2, to: .position(5))) }
    #expect(throws: Refusal.badSongIndex) { try rig.send(.move(6..<7, to: .position(0))) }
    #expect(throws: Refusal.badSongIndex) { try rig.send(.move(5..<7, to: .position(0))) }
    expectEqual(rig.currentID, 4)
  }

  @Test func `shuffle puts the current entry first and keeps the rest in its range`() throws {
    var rig = try Rig(20)
    try rig.send(.playPosition(7))
    try rig.send(.shuffle(5..<15))
    expectEqual(rig.ids[5], 8)
    expectEqual(Array(rig.ids[..<5]), [1, 2, 3, 4, 5])
    expectEqual(Array(rig.ids[15...]), [16, 17, 18, 19, 20])
    expectEqual(rig.ids.sorted(), Array(1...20))
    #expect(rig.ids != Array(1...20))
    expectEqual(rig.currentID, 8)
  }

  @Test func `new facts of a volume change its entries`() throws {
    var rig = try Rig(2)
    try rig.send(.add([Rig.track(3, volume: Rig.otherStick)], at: .end))
    let version = rig.jukebox.queue.version
    try expectEqual(rig.acts(.factsChanged(Rig.otherStick)), "changed playlist")
    expectEqual(rig.jukebox.queue.positionsChanged(since: version), [2])
    try expectEqual(rig.acts(.factsChanged(VolumeID(high: 9, low: 9))), "")
  }

  @Test func `entries follow moved files, and the current song continues`() throws {
    var rig = try Rig(3)
    try rig.send(.add([Rig.track(2), Rig.track(2, volume: Rig.otherStick)], at: .end))
    try rig.send(.playPosition(1))
    let version = rig.jukebox.queue.version
    let saved = rig.saves.count
    let new = Rig.track(7, folder: "b")
    // What changes places does so at once.
    let places = [
      Rig.track(2): new, Rig.track(1): Rig.track(3), Rig.track(3): Rig.track(1), Rig.track(9): new,
    ]
    try expectEqual(rig.acts(.moved(places)), "changed playlist")
    expectEqual(
      rig.jukebox.queue.entries.map(\.track),
      [Rig.track(3), new, Rig.track(1), new, Rig.track(2, volume: Rig.otherStick)])
    expectEqual(rig.jukebox.queue.positionsChanged(since: version), [0, 1, 2, 3])
    let entries = Array(rig.jukebox.queue.entries[..<4])
    expectEqual(rig.saves[saved...], [.queue(.relocate(entries))])
    #expect(rig.jukebox.transport == .play && rig.currentID == 2)
    try expectEqual(rig.acts(.moved([Rig.track(9): Rig.track(8)])), "")
    try expectEqual(rig.acts(.moved([:])), "")
  }

  @Test func `an unknown version is answered with everything`() throws {
    var rig = try Rig(3)
    let version = rig.jukebox.queue.version
    expectEqual(rig.jukebox.queue.positionsChanged(since: version), [])
    expectEqual(rig.jukebox.queue.positionsChanged(since: version + 1), [0, 1, 2])
    expectEqual(rig.jukebox.queue.positionsChanged(since: 0, in: 1..<99), [1, 2])
    try rig.send(.swap(0, 2))
    let restored = try Rig(restoring: rig.saved())
    #expect(restored.jukebox.queue.version > rig.jukebox.queue.version)
    expectEqual(restored.jukebox.queue.positionsChanged(since: rig.jukebox.queue.version), [0, 1, 2])
  }

  @Test func `versions start over before they leave 31 bits`() throws {
    var saved = try Rig(3).saved()
    saved.settings.queueVersion = UInt32(Int32.max) - 1_025
    var rig = try Rig(restoring: saved, policy: Policy(autoplay: .off))
    let old = rig.jukebox.queue.version
    expectEqual(old, UInt32(Int32.max) - 1)
    try rig.send(.swap(0, 1))
    try rig.send(.swap(0, 1))
    expectEqual(rig.jukebox.queue.version, 1)
    expectEqual(rig.jukebox.queue.positionsChanged(since: old), [0, 1, 2])
    saved.settings.queueVersion = .max
    try expectEqual(Rig(restoring: saved).jukebox.queue.version, 1)
  }

  @Test func `the last ids are given, and then the queue takes no more`() throws {
    var saved = SavedState()
    saved.settings.nextID = .max - 2
    var rig = try Rig(restoring: saved)
    #expect(throws: Refusal.queueFull) { try rig.send(.add([Rig.track(1)], at: .end)) }
    try rig.send(.replaceQueue((0..<5).map { QueueItem(Rig.track($0)) }))
    expectEqual(rig.ids, [UInt32.max - 2, UInt32.max - 1])
    try rig.send(.replaceQueue([Rig.track(1)].map { QueueItem($0) }))
    expectEqual(rig.ids, [])
    expectEqual(rig.status.state, .stop)
  }

  @Test func `ids continue after the saved ones, and a doubled one is dropped`() throws {
    var saved = try Rig(3).saved()
    saved.settings.nextID = 2
    saved.entries.append(saved.entries[0])
    var rig = try Rig(restoring: saved, policy: Policy(autoplay: .off))
    expectEqual(rig.ids, [1, 2, 3])
    try rig.send(.add([Rig.track(1)], at: .end))
    expectEqual(rig.ids, [1, 2, 3, 4])
  }

  @Test func `a clear is undone with the song at its place`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(30))
    let before = rig.jukebox.queue
    try rig.send(.clear)
    let seen = rig.jukebox.queue.version
    rig.pass(.seconds(2))
    #expect(rig.jukebox.canTakeBackClear(at: rig.time))
    try expectEqual(rig.acts(.takeBackClear), "start 2 at 30.0, next 3, changed player+playlist")
    #expect(rig.ids == [1, 2, 3] && rig.currentID == 2 && rig.status.state == .play)
    #expect(rig.saves.contains(.queue(.insert(rig.jukebox.queue.entries, at: 0))))
    expectEqual(rig.jukebox.queue.positionsChanged(since: seen), [0, 1, 2])
    expectEqual(rig.jukebox.queue.entries.map(\.track), before.entries.map(\.track))
    expectEqual(rig.jukebox.queue.nextID, before.nextID)
    // Once.
    try expectEqual(rig.acts(.takeBackClear), "")
    try rig.send(.add([Rig.track(9)], at: .end))
    expectEqual(rig.ids, [1, 2, 3, 4])
  }

  @Test func `an undone clear restores a pause, a stop and the same random order`() throws {
    var rig = try Rig(9)
    try rig.send(.setRandom(true))
    try rig.send(.playPosition(4))
    try rig.sounds()
    rig.pass(.seconds(3))
    try rig.send(.setPaused(true))
    let order = rig.jukebox.savedOrder
    try rig.send(.clear)
    try rig.send(.takeBackClear)
    #expect(rig.status.state == .pause && rig.status.elapsed == .seconds(3) && rig.currentID == 5)
    expectEqual(rig.jukebox.savedOrder, order)
    try rig.send(.stop)
    try rig.send(.clear)
    try rig.send(.takeBackClear)
    #expect(rig.status.state == .stop && rig.currentID == 5 && rig.ids.count == 9)
  }

  @Test func `a clear cannot be undone once something was added, nor later`() throws {
    var rig = try Rig(3)
    try rig.send(.clear)
    try rig.send(.add([Rig.track(9)], at: .end))
    #expect(try rig.acts(.takeBackClear) == "" && rig.ids == [4])
    try rig.send(.clear)
    rig.pass(.seconds(10))
    #expect(try !rig.jukebox.canTakeBackClear(at: rig.time) && rig.acts(.takeBackClear) == "")
    #expect(rig.ids.isEmpty)
    // There is nothing to take back of an empty queue.
    try rig.send(.clear)
    #expect(!rig.jukebox.canTakeBackClear(at: rig.time))
  }

  @Test func `a second clear and a stop do not change what a clear took out`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    try rig.send(.clear)
    try rig.send(.clear)
    try rig.send(.takeBackClear)
    #expect(rig.ids == [1, 2, 3] && rig.currentID == 2 && rig.status.state == .play)
    try rig.send(.clear)
    try rig.send(.stop)
    try rig.send(.takeBackClear)
    #expect(rig.ids == [1, 2, 3] && rig.currentID == 2 && rig.status.state == .stop)
  }
}
