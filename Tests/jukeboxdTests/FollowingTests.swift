import Audio
import Configuration
import Control
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Reports of the engine")
struct FollowingTests {
  @Test func `a widened target buffer is stored for its latency profile`()
    throws
  {
    let box = try Box(on: Shelf(), autoplay: .off)
    try box.core.start()
    let core = box.core
    let follower = EngineFollower(
      controller: core.controller, library: core.library, store: core.store, engine: core.engine,
      indexes: core.playing.indexes, notify: ChangeNotifier(), profile: .normal)
    try box.turn { core.engine.status.rate == 44_100 }
    follower.receive(.targetBufferWidened(to: 4410))
    box.stop()
    let state = try box.afterPowerCut()
    var settings = Settings()
    settings.audio.latency = .normal
    expectEqual(EngineSettings(settings, state).targetBufferMilliseconds, 100)
    settings.audio.latency = .low
    expectEqual(
      EngineSettings(settings, state).targetBufferMilliseconds, LatencyProfile.low.targetBufferMilliseconds)
  }

  @Test func `clients hear of a device that comes and goes`() throws {
    let box = try Box(on: Shelf(), autoplay: .off)
    try box.core.start()
    try box.turn { box.announced.contains(.output) }
    box.stop()
  }
}
