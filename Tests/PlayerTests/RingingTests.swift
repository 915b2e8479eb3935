import Model
import Player
import Support
import Testing

@Suite("The music of an alarm")
struct RingingTests {
  private static let items = [90, 91].map { QueueItem(Rig.track($0, folder: "alarm")) }

  private func playing(policy: Policy = Policy(autoplay: .off)) throws -> Rig {
    var rig = try Rig(3, policy: policy)
    try rig.send(.setVolume(50))
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(20))
    // As the alarm clock does: the place is stored before the queue is put aside.
    try rig.send(.setPaused(true))
    rig.saves = []
    return rig
  }

  private func ring(_ rig: inout Rig, volume: Int = 30, fade: Duration = .zero) throws {
    try rig.send(.ring(Self.items, volume: volume, fade: fade))
  }

  private func paths(_ rig: Rig) -> [String] {
    rig.jukebox.queue.entries.map { String(decoding: $0.track.path, as: UTF8.self) }
  }

  @Test func `queue, place, modes and volume are back afterwards, and nothing of the alarm is stored`() throws
  {
    var rig = try playing()
    try rig.send(.setSingle(.on))
    rig.saves = []
    let before = (paths(rig), rig.ids, rig.currentID, rig.status.elapsed)
    try ring(&rig)
    #expect(rig.jukebox.isRinging && !rig.jukebox.ringingSounds)
    expectEqual(paths(rig), ["alarm/90.flac", "alarm/91.flac"])
    #expect(rig.status.state == .play && rig.status.volume == 30)
    #expect(rig.status.modes.repeat && rig.status.modes.single == .off)
    try rig.sounds()
    #expect(rig.jukebox.ringingSounds)
    rig.pass(.seconds(10))
    try rig.send(.tick)
    expectEqual(rig.saves, [])
    try rig.send(.endRinging)
    #expect(!rig.jukebox.isRinging)
    expectEqual(paths(rig), before.0)
    expectEqual(rig.ids, before.1)
    expectEqual(rig.currentID, before.2)
    expectEqual(rig.status.elapsed, before.3)
    #expect(rig.status.state == .pause && rig.status.volume == 50)
    #expect(!rig.status.modes.repeat && rig.status.modes.single == .on)
    #expect(!rig.saves.contains { if case .queue = $0 { true } else { false } })
  }

  @Test func `it repeats to its end, whatever the modes were`() throws {
    var rig = try playing()
    try ring(&rig)
    try rig.sounds()
    try rig.ends()
    try rig.sounds()
    try rig.ends()
    #expect(rig.status.state == .play)
  }

  @Test func `it grows from silence and falls to silence`() throws {
    var rig = try playing()
    let effects = try rig.send(.ring(Self.items, volume: 30, fade: .seconds(30)))
    let start = effects.firstIndex { if case .start = $0 { true } else { false } }
    let silence = effects.firstIndex(of: .setFade(0))
    #expect(try #require(silence) < #require(start))
    try rig.sounds()
    var levels: [Float] = []
    func pass(_ rig: inout Rig, _ seconds: Int64) throws {
      for _ in 0..<seconds {
        rig.pass(.seconds(1))
        for case .setFade(let level) in try rig.send(.tick) { levels.append(level) }
      }
    }
    try pass(&rig, 31)
    #expect(levels.count == 30 && levels.last == 1 && levels == levels.sorted())
    levels = []
    try rig.send(.fadeRinging)
    try pass(&rig, 10)
    #expect(levels.count == 10 && levels.last == 0 && levels == levels.sorted(by: >))
    expectEqual(try rig.send(.endRinging).filter { $0 == .setFade(1) }.count, 1)
  }

  @Test func `its volume is below the maximum, above the night and the mute`() throws {
    var policy = Policy(autoplay: .off)
    (policy.maximumVolume, policy.nightVolume) = (60, 20)
    var rig = try playing(policy: policy)
    try rig.send(.setNight(true))
    try rig.send(.setMuted(true))
    expectEqual(rig.status.volume, 20)
    try ring(&rig, volume: 80)
    #expect(rig.status.volume == 60 && !rig.status.isMuted)
    try rig.send(.endRinging)
    #expect(rig.status.volume == 20 && rig.status.isMuted)
    try rig.send(.setNight(false))
    expectEqual(rig.status.volume, 50)
  }

  @Test func `a volume that somebody sets meanwhile stays`() throws {
    var rig = try playing()
    try ring(&rig)
    try rig.send(.setVolume(44))
    try rig.send(.endRinging)
    expectEqual(rig.status.volume, 44)
  }

  @Test func `other music that somebody plays stays, and is stored as a whole`() throws {
    var rig = try playing()
    try ring(&rig)
    try rig.sounds()
    rig.saves = []
    try rig.send(.replaceQueue([QueueItem(Rig.track(7))]))
    #expect(!rig.jukebox.isRinging)
    expectEqual(paths(rig), ["a/7.flac"])
    let saved = rig.saves.compactMap { save -> Int? in
      if case .queue(.insert(let entries, _)) = save { entries.count } else { nil }
    }
    expectEqual(saved, [1])
    expectEqual(rig.saves.filter { $0 == .queue(.clear) }.count, 1)
    try rig.send(.endRinging)
    expectEqual(paths(rig), ["a/7.flac"])
  }

  @Test func `an entry that is added ends the alarm and follows the old queue`() throws {
    var rig = try playing()
    let before = paths(rig)
    try ring(&rig)
    try rig.sounds()
    rig.saves = []
    try rig.send(.add([Rig.track(7)], at: .end))
    #expect(!rig.jukebox.isRinging && rig.status.state == .pause && rig.status.volume == 50)
    expectEqual(paths(rig), before + ["a/7.flac"])
    let queueSaves = rig.saves.filter { if case .queue = $0 { true } else { false } }
    expectEqual(queueSaves.count, 1)
  }

  @Test func `a change that is refused leaves the alarm, the queue and what is stored`() throws {
    var rig = try playing()
    let before = paths(rig)
    try ring(&rig)
    try rig.sounds()
    rig.saves = []
    #expect(throws: Refusal.self) { try rig.send(.add([Rig.track(7)], at: .position(99))) }
    #expect(rig.jukebox.ringingSounds && rig.status.volume == 30)
    expectEqual(paths(rig), ["alarm/90.flac", "alarm/91.flac"])
    expectEqual(rig.saves, [])
    try rig.send(.endRinging)
    expectEqual(paths(rig), before)
  }

  @Test func `pause and stop are for the alarm, also for one without songs`() throws {
    for items in [Self.items, []] {
      var rig = try playing()
      try rig.send(.ring(items, volume: 30, fade: .zero))
      for (event, act) in [
        (.setPaused(true), .alarmSnooze), (.togglePause, .alarmSnooze), (.stop, .alarmStop),
      ] as [(Event, Action)] {
        expectEqual(try rig.send(event).filter { $0 == .perform(act) }.count, 1)
      }
      #expect(rig.jukebox.isRinging)
    }
  }

  @Test func `a night that ends or begins meanwhile counts from the alarm's end on`() throws {
    var policy = Policy(autoplay: .off)
    policy.nightVolume = 20
    var rig = try playing(policy: policy)
    try rig.send(.setNight(true))
    try ring(&rig)
    try rig.send(.setNight(false))
    expectEqual(rig.status.volume, 30)
    try rig.send(.endRinging)
    expectEqual(rig.status.volume, 50)
    try ring(&rig)
    try rig.send(.setNight(true))
    expectEqual(rig.status.volume, 30)
    try rig.send(.endRinging)
    expectEqual(rig.status.volume, 20)
    try rig.send(.setNight(false))
    expectEqual(rig.status.volume, 50)
  }

  @Test func `an alarm with an empty queue leaves an empty queue`() throws {
    var rig = try Rig()
    try ring(&rig)
    try rig.sounds()
    #expect(rig.jukebox.ringingSounds)
    try rig.send(.endRinging)
    #expect(rig.jukebox.queue.isEmpty && rig.status.state == .stop)
  }

  @Test func `a second alarm rings in place of the first, and the queue is that of before both`() throws {
    var rig = try playing()
    let before = paths(rig)
    try ring(&rig)
    try rig.send(.ring([QueueItem(Rig.track(5))], volume: 40, fade: .zero))
    expectEqual(paths(rig), ["a/5.flac"])
    expectEqual(rig.status.volume, 40)
    try rig.send(.ring([], volume: 40, fade: .zero))
    #expect(rig.jukebox.isRinging && rig.status.state == .stop)
    try rig.send(.endRinging)
    expectEqual(paths(rig), before)
    expectEqual(rig.status.volume, 50)
  }
}
