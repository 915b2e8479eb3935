import CLinux
import Linux
import Model
import Player

@testable import Inputs

/// From a key event, stamped as the kernel stamps it, to the player's decision: through a real pipe, the loop, the
/// gestures and a jukebox with 20,000 entries.
enum KeyLatency {
  static func measure(presses: Int) throws -> Percentiles {
    let loop = try EventLoop()
    let keyboard = PipeKeyDevice(keys: ["KEY_NEXTSONG", "KEY_PLAYPAUSE"])
    var jukebox = Jukebox(policy: Policy(autoplay: .off))
    var effects: [Effect] = []
    let volume = VolumeID(high: 1, low: 1)
    let tracks = (0..<20_000).map { TrackReference(volume: volume, path: Array("folder/\($0).flac".utf8)) }
    try jukebox.handle(.add(tracks, at: .end), at: .zero, into: &effects)
    try jukebox.handle(.setRepeat(true), at: .zero, into: &effects)
    try jukebox.handle(.play, at: .zero, into: &effects)

    var times: [Int64] = []
    times.reserveCapacity(presses)
    let decided = try Decided(presses, by: Thread.currentID)
    let inputs = InputDevices(loop: loop, bindings: InputBindings(), folder: nil, host: PipeHost(keyboard)) {
      action, time in
      effects.removeAll(keepingCapacity: true)
      try? jukebox.handle(.perform(action), at: Duration.nanoseconds(time.nanoseconds), into: &effects)
      times.append((Instant.now() - time).nanoseconds)
      decided.bell.signal()
      if times.count == presses { loop.stop() }
    }
    inputs.start()
    inputs.handle(.appeared(Array("event0".utf8)))
    let hand = try Thread.start(name: "hand", payload: Hand(keyboard: keyboard, decided: decided)) { hand in
      do { try hand.press() } catch { fatalError("no press: \(error)") }
    }
    try loop.run()
    hand.join()
    return Percentiles(times)
  }

  /// Tells the hand of each press that has been decided, and who decides.
  private final class Decided: Sendable {
    let presses: Int
    let thread: Int
    let bell: Wakeup

    init(_ presses: Int, by thread: Int) throws {
      (self.presses, self.thread, bell) = (presses, thread, try Wakeup())
    }
  }

  /// Presses keys, one after another, each once the one before was decided and the loop sleeps again.
  private struct Hand: @unchecked Sendable {
    // Only its pipe's writing end is used here, and only here.
    let keyboard: PipeKeyDevice
    let decided: Decided

    func press() throws {
      let loop = try ThreadState(ofThread: decided.thread)
      for press in 0..<decided.presses {
        let key = press % 2 == 0 ? "KEY_NEXTSONG" : "KEY_PLAYPAUSE"
        try loop.waitUntilAsleep()
        try keyboard.send(key, 1, at: Instant.now())
        try keyboard.send(key, 0, at: Instant.now())
        decided.bell.wait()
        decided.bell.drain()
      }
    }
  }
}
