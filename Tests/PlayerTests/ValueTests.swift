import Model
import Support
import Testing

@testable import Player

/// The parts of the jukebox alone.
@Suite struct ValueTests {
  @Test func `the night's end gives the volume back that the night had lowered`() {
    var policy = Policy(maximumVolume: 80)
    policy.nightVolume = 30
    var (level, turn) = (Level(SavedSettings(volume: 70), policy), Turn())
    level.setNight(true, policy, &turn)
    expectEqual(level.volume, 30)
    level.setNight(false, policy, &turn)
    expectEqual(level.volume, 70)
    level.setVolume(90, policy, &turn)
    expectEqual(level.volume, 80)
    let volumes = turn.effects.filter { $0 != .save(.settings) }
    expectEqual(volumes, [.setVolume(30), .setVolume(70), .setVolume(80), .atLimit])
  }

  @Test func `the clock wraps in its loop and ends at the length`() {
    var clock = PlayClock()
    clock.start(Lengths(exact: .seconds(20)), at: .seconds(5))
    clock.set(.seconds(2), at: .seconds(5))
    expectEqual(clock.elapsed(at: .seconds(9), speed: 2), .seconds(10))
    expectEqual(clock.elapsed(at: .seconds(9), speed: 0), .seconds(2))
    expectEqual(clock.elapsed(at: .seconds(90), speed: 1), .seconds(20))
    clock.loop = LoopSection(start: .seconds(1), end: .seconds(4))
    expectEqual(clock.elapsed(at: .seconds(8), speed: 1), .seconds(2))
  }

  @Test func `a volume that comes back adds what the queue lacks`() {
    let (a, b) = (Rig.track(1), Rig.track(2))
    var (queue, filling, turn) = (Queue(), Filling(), Turn())
    filling.ask(for: Rig.stick, queue, &turn)
    expectEqual(filling.missing([a], from: Rig.stick, queue), [a])
    _ = queue.insert([QueueItem(a)], at: 0)
    filling.ask(for: Rig.stick, queue, &turn)
    expectEqual(filling.missing([a, b], from: Rig.stick, queue), [b])
    #expect(filling.missing([b], from: Rig.stick, queue).isEmpty)
    expectEqual(turn.effects, [.fillQueue(Rig.stick), .fillQueue(Rig.stick)])
  }
}
