import Model
import Player
import Support
import Testing

/// Shape, speed, floor and ceiling, and albums by chance.
@Suite struct SoundTests {
  @Test func `a shape that somebody set is kept, and the configuration's counts else`() throws {
    var policy = Policy(autoplay: .off)
    policy.shape.equaliser.bass = 3
    var rig = try Rig(1, policy: policy)
    expectEqual(rig.status.modes.shape.equaliser.bass, 3)
    #expect(rig.jukebox.savedSettings.shape == nil)
    policy.shape.equaliser.bass = 4
    try rig.send(.policyChanged(policy))
    expectEqual(rig.status.modes.shape.equaliser.bass, 4)
    try expectEqual(rig.acts(.perform(.equalise(.treble, by: -20))), "changed options")
    expectEqual(rig.status.modes.shape.equaliser.treble, -12)
    let again = try Rig(restoring: rig.saved(), policy: Policy(autoplay: .off))
    expectEqual(again.status.modes.shape.equaliser, EqualiserGains(bass: 4, treble: -12))
  }

  @Test func `a folder that resumes keeps its speed, and music begins at 1`() throws {
    let book = FolderReference(volume: Rig.stick, path: Array("book".utf8))
    var rig = try Rig()
    try rig.send(.folders([FolderRule(folder: book, resumes: true)]))
    let tracks = [
      Rig.track(1, folder: "book"), Rig.track(2, folder: "book"), Rig.track(3), Rig.track(4),
      Rig.track(5, folder: "b"),
    ]
    try rig.send(.add(tracks, at: .end))
    func play(_ position: Int) throws {
      try rig.send(.playPosition(position))
      try rig.sounds()
    }
    try play(0)
    try rig.send(.setSpeed(1.5))
    #expect(
      rig.saves.contains { if case .folder(book, let point) = $0 { point.speed == 1.5 } else { false } })
    rig.pass(.seconds(10))
    expectEqual(rig.status.elapsed, .seconds(15))
    try play(1)
    expectEqual(rig.status.modes.speed, 1.5)
    // Music is not given to follow without a gap: it begins at its own speed.
    try play(2)
    expectEqual(rig.status.modes.speed, 1)
    try rig.send(.perform(.speed(hundredths: 125)))
    try play(3)
    expectEqual(rig.status.modes.speed, 1.25)
    try play(4)
    expectEqual(rig.status.modes.speed, 1)
    try play(1)
    expectEqual(rig.status.modes.speed, 1.5)
  }

  @Test func `a whole song is heard in half the time at twice the speed`() throws {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    try rig.send(.setSpeed(2))
    for second in 1...50 {
      rig.pass(.seconds(1))
      if let serial = rig.status.serial { try rig.send(.position(serial, .seconds(Int64(2 * second)))) }
    }
    try rig.send(.stop)
    let heard = try #require(rig.reports.last)
    #expect(heard.heard >= .seconds(99))
  }

  @Test func `night has its own ceiling, and day's volume comes back`() throws {
    var policy = Policy(autoplay: .off, maximumVolume: 80)
    policy.nightVolume = 30
    policy.minimumVolume = 10
    var rig = try Rig(1, policy: policy)
    #expect(try rig.acts(.setVolume(90)).contains("volume 80"))
    #expect(try rig.acts(.setNight(true)).contains("volume 30"))
    try expectEqual(rig.acts(.setVolume(50)), "changed mixer")
    #expect(try rig.acts(.setVolume(5)).contains("volume 10"))
    try rig.send(.setNight(false))
    expectEqual(rig.status.volume, 10)
    try rig.send(.setVolume(60))
    try rig.send(.setNight(true))
    expectEqual(rig.status.volume, 30)
    #expect(try rig.acts(.setNight(false)).contains("volume 60"))
  }

  @Test(arguments: 1...20)
  func `albums come in random order, each whole and in order`(seed: UInt64) throws {
    var rig = try Rig(seed: seed)
    // Two folders lie mixed in the queue.
    let folders = ["a", "b", "a", "c", "b", "a", "c", "d"]
    try rig.send(.add(folders.enumerated().map { Rig.track($0 + 1, folder: $1) }, at: .end))
    try rig.send(.setRandomAlbums)
    #expect(rig.status.modes.random && rig.status.modes.randomAlbums)
    try rig.send(.play)
    try rig.sounds()
    var heard: [UInt32] = []
    while let id = rig.currentID, heard.count < 20 {
      heard.append(id)
      if heard.count == 3 {
        try rig.send(.add([Rig.track(9, folder: "e"), Rig.track(10, folder: "e")], at: .end))
      }
      try rig.send(.next)
      try rig.sounds()
    }
    expectEqual(heard.sorted(), Array(1...10))
    for folder in ["a", "b", "c", "d", "e"] {
      let all = folders + ["e", "e"]
      let ids = all.indices.filter { all[$0] == folder }.map { UInt32($0 + 1) }
      let first = try #require(heard.firstIndex(of: ids[0]))
      #expect(Array(heard[first..<first + ids.count]) == ids, "\(folder) in \(heard)")
    }
    try rig.send(.setRandom(true))
    #expect(!rig.status.modes.randomAlbums)
  }
}
