import Audio
import Control
import Library
import Model
import Player
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

/// Alarms on a bad morning: a disk that hangs, files that move, sticks that are exchanged.
extension AlarmTests {
  /// A thread that hangs until the end of the test.
  private final class Hang {
    private let end = Answer<Void>()
    deinit { end.give(()) }

    func stop<Context>(_ worker: Worker<Context>) {
      let end = end
      _ = worker.send { _ in end.wait() }
    }

    func stop<Context>(_ jobs: JobQueue<Context>) {
      let end = end
      _ = jobs.send({ _ in end.wait() }, .asked)
    }
  }

  @Test func `it rings two seconds late where the disk of the box hangs`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    _ = try add(box, nil)
    let hang = Hang()
    hang.stop(box.core.store.worker)
    let start = box.loop.now
    ring(box, wall)
    #expect(box.core.policies.alarms.isRinging && !box.core.policies.alarms.isSounding)
    try box.turn { box.core.policies.alarms.isSounding }
    #expect(box.loop.now - start >= .seconds(2))
    withExtendedLifetime(hang) {}
  }

  @Test func `a stick that hangs is given up after five seconds, and no other folder is asked`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    try box.read("Stick")
    _ = try add(box, Alarm.Content(.folder, "Stick/Birds"))
    let volume = try #require(box.core.library.ordered.first)
    let hang = Hang()
    hang.stop(volume.worker.jobs)
    let start = box.loop.now
    ring(box, wall)
    try box.turn { box.core.policies.alarms.isSounding }
    let time = box.loop.now - start
    #expect(time >= .seconds(5) && time < .seconds(9), "\(time)")
    withExtendedLifetime(hang) {}
  }

  @Test func `its song is moved while it plays, and it continues`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    try shelf.putTwoMinutes(as: "Stick/Birds/long.wav")
    try box.read("Stick")
    _ = try add(box, Alarm.Content(.song, "Stick/Birds/long.wav"))
    ring(box, wall)
    try box.turn { box.player.ringingSounds }
    try shelf.move("Stick/Birds", to: "Moved")
    _ = try box.core.library.scans.update("", rescan: false)
    try box.turn { box.paths == ["Moved/long.wav"] && !box.isScanning }
    let time = box.elapsed
    try box.turn { box.sounds(beyond: time) }
    #expect(box.core.policies.alarms.isSounding)
  }

  @Test func `its song is moved and no scan sees it: the piece of the jukebox follows`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    try box.read("Stick")
    _ = try add(box, Alarm.Content(.folder, "Stick/Birds"))
    ring(box, wall)
    try box.turn { box.player.ringingSounds }
    try shelf.move("Stick/Birds", to: "Moved")
    try box.turn { box.player.queue.isEmpty && box.core.policies.alarms.isSounding }
    #expect(box.core.policies.alarms.isRinging)
  }

  @Test(
    arguments: [
      (0, 20, nil, 0.02), (5, 20, nil, 0.0625), (10, 20, nil, 0.25), (20, 20, nil, 1), (60, 20, nil, 1),
      (0, 0, nil, 1), (60, 20, 0, 1), (60, 20, 5, 0.25), (10, 20, 5, 0.0625), (60, 20, 10, 0),
      (60, 20, 99, 0),
    ] as [(Int64, Int64, Int64?, Float)])
  func `the piece grows from silence, and falls to it`(
    time: Int64, fade: Int64, falling: Int64?, gain: Float
  ) {
    let found = AlarmPiece.gain(
      after: .seconds(time), fade: .seconds(fade), falling: falling.map { .seconds($0) })
    #expect(abs(found - gain) < 0.0001, "\(found)")
  }

  @Test func `sticks are exchanged while it rings, and all have the queue as it was`() throws {
    try shelf.make("Other", ["7.flac": "album/2-01 Solder.flac"])
    let stranger = try Box(on: shelf, autoplay: .off)
    try stranger.core.start()
    try stranger.read("Other")
    try stranger.core.controller.handle(
      .replaceQueue(stranger.tracks(["7.flac"], of: "Other").map { QueueItem($0) }))
    try stranger.turn { !stranger.core.policies.carrier.isWriting }
    stranger.stop()

    let wall = Wall()
    let box = try started(wall)
    try box.read("Stick")
    try play(box, "Stick/Momo")
    try box.core.controller.handle(.playPosition(1))
    try box.turn { box.sounds(beyond: .milliseconds(300)) }
    _ = try add(box, nil)
    ring(box, wall)
    try box.turn { box.core.policies.alarms.isSounding }
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil }
    try box.read("Other")
    box.pull("Other")
    try box.turn { box.volume("Other") == nil }
    try box.read("Stick")
    try box.core.policies.alarms.stop()
    try box.turn { !box.player.isRinging }
    #expect(box.paths == ["Momo/1.mp3", "Momo/2.flac"] && box.current == "Momo/2.flac")
    #expect(box.player.transport == .pause && box.elapsed > .milliseconds(300))
    box.stop()
    let kept = try box.afterPowerCut().saved
    expectEqual(
      kept.entries.map { String(decoding: $0.track.path, as: UTF8.self) }, ["Momo/1.mp3", "Momo/2.flac"])

    // Each stick carries what it carried: another jukebox continues with it.
    for (stick, paths) in [("Stick", ["Momo/1.mp3", "Momo/2.flac"]), ("Other", ["7.flac"])] {
      let next = try Box(on: shelf, autoplay: .off)
      try next.core.start()
      next.plug(stick)
      try next.turn { next.paths == paths }
      next.stop()
    }
  }
}
