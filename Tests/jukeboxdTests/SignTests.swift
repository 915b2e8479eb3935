import Configuration
import Control
import Inputs
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("States that LEDs show")
struct SignTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3", "2.ogg": "album/2-05 Last Train Home.ogg"])
  }

  /// The signs as they are when something is announced: all that a LED ever sees.
  private final class Eye {
    var seen: [Set<LEDSign>] = []
  }

  private func watch(_ box: Box) -> Eye {
    let eye = Eye()
    eye.seen = [signs(box)]
    box.core.announce = { [unowned box] _ in eye.seen.append(signs(box)) }
    return eye
  }

  /// Without the one that depends on the clock of the machine that runs the test.
  private func signs(_ box: Box) -> Set<LEDSign> { Set(of: box.core).subtracting([.clock]) }

  @Test func `each change of playback, scans or mute is seen`() throws {
    let box = try Box(on: shelf)
    let eye = watch(box)
    try box.core.start()
    expectEqual(eye.seen.last, [.running, .stopped])
    box.plug("Stick")
    // What is so and was not announced would never be shown.
    func turn(until condition: () -> Bool) throws {
      try box.turn {
        expectEqual(eye.seen.last, signs(box))
        return condition()
      }
    }
    try turn { eye.seen.contains { $0.contains(.scanning) } }
    try turn { box.sounds() && !box.isScanning }
    expectEqual(eye.seen.last, [.running, .playing])
    try box.core.controller.handle(.setPaused(true))
    expectEqual(eye.seen.last, [.running, .paused])
    let playback = PlaybackAdapter(box.core, output: .null)
    _ = try playback.perform(.setMuted(true)) { _ in }
    #expect(eye.seen.last == [.running, .paused, .muted] && playback.status.isMuted)
    #expect(playback.status.volume == box.core.controller.status.volume && playback.status.volume > 0)
    try box.core.controller.handle(.stop)
    expectEqual(eye.seen.last, [.running, .stopped, .muted])
    box.stop()
  }

  @Test func `night and the sleep timer are seen`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    let eye = watch(box)
    try box.core.start()
    for (event, sign) in [(Event.setNight(true), LEDSign.night), (.setSleep(.minutes(5)), .sleep)] {
      try box.core.controller.handle(event)
      expectEqual(eye.seen.last, [.running, .stopped, sign])
      try box.core.controller.handle(sign == .night ? .setNight(false) : .setSleep(nil))
      expectEqual(eye.seen.last, [.running, .stopped])
    }
    box.stop()
  }

  @Test func `a queue without a playable song is an error until something plays`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    let eye = watch(box)
    try box.core.start()
    try box.read("Stick")
    try box.core.controller.handle(.add(try box.tracks(["gone.mp3"], of: "Stick"), at: .position(0)))
    try box.core.controller.handle(.play)
    try box.turn { eye.seen.last == [.running, .stopped, .error] }
    try box.core.controller.handle(.clear)
    try box.core.controller.handle(.add(try box.tracks(["2.ogg"], of: "Stick"), at: .position(0)))
    try box.core.controller.handle(.play)
    try box.turn { box.sounds() }
    expectEqual(eye.seen.last, [.running, .playing])
    box.stop()
  }
}
