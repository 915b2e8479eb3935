import Model
import Player
import Support
import Testing

@Suite struct ModeTests {
  @Test func `single stands paused before the next entry`() throws {
    var rig = try Rig(3)
    try rig.send(.setSingle(.on))
    try expectEqual(rig.acts(.play), "start 1, changed player")
    expectEqual(rig.status.next?.id.rawValue, 2)
    try rig.sounds()
    try expectEqual(rig.ends(), "start 2 paused, changed player")
    expectEqual(rig.status.state, .pause)
    expectEqual(rig.jukebox.modes.single, .on)
  }

  @Test func `single oneshot is off after one entry`() throws {
    var rig = try Rig(3)
    try rig.send(.setSingle(.oneshot))
    try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.ends(), "start 2 paused, next 3, changed player+options")
    expectEqual(rig.jukebox.modes.single, .off)
  }

  @Test func `single with repeat plays the entry again, seamlessly`() throws {
    var rig = try Rig(3)
    try rig.send(.setSingle(.on))
    try rig.send(.setRepeat(true))
    let effects = try rig.send(.play)
    expectEqual(Rig.words(effects), ["start 1", "next 1", "changed player"])
    try rig.sounds()
    try expectEqual(rig.goesOn(effects.lastNext), "next 1, changed player")
    expectEqual(rig.currentID, 1)
  }

  @Test(arguments: [ModeSwitch.on, .oneshot], [Event.next, .perform(.next)])
  func `next leaves an entry that repeats, by command and by button`(single: ModeSwitch, next: Event) throws {
    var rig = try Rig(3)
    try rig.send(.setSingle(single))
    try rig.send(.setRepeat(true))
    try rig.send(.playPosition(1))
    try expectEqual(rig.acts(next), "start 3, next 3, changed player")
    try expectEqual(rig.acts(next), "start 1, next 1, changed player")
    expectEqual(rig.jukebox.modes.single, single)
  }

  @Test func `single oneshot with repeat plays the entry again`() throws {
    var rig = try Rig(3)
    try rig.send(.setSingle(.oneshot))
    try rig.send(.setRepeat(true))
    let effects = try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.goesOn(effects.lastNext), "next 2, changed player+options")
    expectEqual(rig.currentID, 1)
    expectEqual(rig.jukebox.modes.single, .off)
  }

  @Test(arguments: [false, true])
  func `repeat plays a song alone in the queue again, and a stream only beside others`(random: Bool) throws {
    let stream = try #require(TrackReference(url: "http://r/1"))
    for (tracks, follows) in [([Rig.track(1)], true), ([stream], false), ([stream, Rig.track(1)], true)] {
      var rig = try Rig()
      try rig.send(.volumeArrived(.network))
      try rig.send(.setRepeat(true))
      try rig.send(.setRandom(random))
      try rig.send(.add(tracks, at: .end))
      try rig.send(.play)
      try rig.sounds()
      #expect((rig.status.next != nil) == follows, "\(tracks)")
      if tracks.count > 1 { continue }
      try rig.ends()
      expectEqual(rig.status.state, (follows ? .play : .stop))
      try rig.send(.play)
      try rig.sounds()
      try rig.send(.next)
      #expect(rig.status.state == .play, "by hand it begins again")
    }
  }

  @Test func `single at the end of the queue stops`() throws {
    var rig = try Rig(1)
    try rig.send(.setSingle(.on))
    try rig.send(.play)
    try rig.sounds()
    try expectEqual(rig.ends(), "stop, changed player")
  }

  @Test func `repeat goes round, with one entry too`() throws {
    var rig = try Rig(1)
    try rig.send(.setRepeat(true))
    let effects = try rig.send(.play)
    expectEqual(Rig.words(effects), ["start 1", "next 1", "changed player"])
    try rig.sounds()
    try expectEqual(rig.goesOn(effects.lastNext), "next 1, changed player")
  }

  @Test func `turning repeat on and off changes what follows the last entry`() throws {
    var rig = try Rig(2)
    try expectEqual(rig.acts(.playPosition(1)), "start 2, changed player")
    try expectEqual(rig.acts(.setRepeat(true)), "next 1, changed options")
    try expectEqual(rig.acts(.setRepeat(true)), "")
    try expectEqual(rig.acts(.setRepeat(false)), "next -, changed options")
  }

  @Test func `consume removes what was played, also by next, not by previous`() throws {
    var rig = try Rig(4)
    try rig.send(.setConsume(.on))
    let next = try rig.send(.play).lastNext
    try rig.sounds()
    try expectEqual(rig.goesOn(next), "next 3, changed player+playlist")
    expectEqual(rig.ids, [2, 3, 4])
    try expectEqual(rig.acts(.next), "start 3, next 4, changed player+playlist")
    expectEqual(rig.ids, [3, 4])
    try rig.send(.playPosition(1))
    expectEqual(rig.ids, [3, 4])
    try rig.send(.previous)
    expectEqual(rig.currentID, 3)
    expectEqual(rig.ids, [3, 4])
  }

  @Test func `consume empties the queue at its end`() throws {
    for isRandom in [false, true] {
      var rig = try Rig(1)
      try rig.send(.setConsume(.on))
      try rig.send(.setRandom(isRandom))
      try rig.send(.play)
      try rig.sounds()
      try rig.ends()
      expectEqual(rig.ids, [])
      expectEqual(rig.status.state, .stop)
    }
  }

  @Test func `consume oneshot removes one entry`() throws {
    var rig = try Rig(3)
    try rig.send(.setConsume(.oneshot))
    try rig.send(.play)
    try rig.send(.next)
    try rig.send(.next)
    expectEqual(rig.ids, [2, 3])
    expectEqual(rig.jukebox.modes.consume, .off)
  }

  @Test func `options that the sound does not follow yet are kept and announced`() throws {
    var rig = try Rig()
    for event: Event in [
      .setCrossfade(seconds: 4), .setMixRampDecibels(-17), .setMixRampDelay(seconds: 2),
      .setReplayGain(.album),
    ] {
      try expectEqual(rig.send(event), [.save(.settings), .changed(.options)])
    }
    let again = try Rig(restoring: rig.saved())
    expectEqual(again.jukebox.modes, rig.jukebox.modes)
  }

  @Test func `a volume beyond the ceiling is clipped and announced each time`() throws {
    var rig = try Rig(policy: Policy(autoplay: .off, startVolume: 30, maximumVolume: 80))
    expectEqual(rig.jukebox.volume, 30)
    try expectEqual(rig.acts(.setVolume(95)), "volume 80, changed mixer")
    try expectEqual(rig.acts(.setVolume(95)), "changed mixer")
    try expectEqual(rig.acts(.setVolume(80)), "")
    try expectEqual(rig.acts(.changeVolume(by: .min)), "volume 0, changed mixer")
    try expectEqual(rig.acts(.perform(.volume(percent: 5))), "volume 5, changed mixer")
  }

  @Test func `a lower ceiling turns down what is louder`() throws {
    var rig = try Rig(policy: Policy(autoplay: .off, startVolume: 60))
    try expectEqual(rig.acts(.policyChanged(Policy(maximumVolume: 40))), "volume 40, changed mixer")
    try expectEqual(rig.acts(.policyChanged(Policy(maximumVolume: 90))), "")
    expectEqual(rig.jukebox.volume, 40)
    try expectEqual(rig.acts(.setVolume(100)), "volume 90, changed mixer")
  }

  @Test func `muting keeps the level, and moving it unmutes`() throws {
    var rig = try Rig(policy: Policy(autoplay: .off, startVolume: 40))
    try expectEqual(rig.acts(.perform(.mute)), "mute true, changed mixer")
    expectEqual(rig.jukebox.volume, 40)
    try expectEqual(rig.acts(.perform(.mute)), "mute false, changed mixer")
    try rig.send(.setMuted(true))
    try expectEqual(rig.acts(.setVolume(41)), "mute false, volume 41, changed mixer")
  }

  @Test func `the volume at start is the set one, else the last, else 50, below the ceiling`() {
    func level(_ start: Int?, _ last: Int?, _ ceiling: Int) -> Int {
      Jukebox(
        policy: Policy(startVolume: start, maximumVolume: ceiling),
        saved: SavedState(settings: SavedSettings(volume: last))
      ).volume
    }
    expectEqual(level(30, 70, 100), 30)
    expectEqual(level(nil, 70, 100), 70)
    expectEqual(level(nil, nil, 100), 50)
    expectEqual(level(nil, nil, 20), 20)
    expectEqual(level(90, nil, 20), 20)
    expectEqual(level(nil, -7, 20), 0)
  }
}
