import Model
import Support
import Testing

@testable import Player

/// What a press means, by a pad's mode and by what sounds.
@Suite struct SoundboardTests {
  private func pad(_ row: Int64, _ mode: PadMode, group: String = "") -> Pad {
    var pad = Pad(track: TrackReference(volume: VolumeID(high: 1, low: 2), path: [1]), row: row, name: "p")
    pad.settings.mode = mode
    pad.settings.group = group
    return pad
  }

  /// A board on which pads have begun, with voices from 1.
  private func board(_ pads: Pad...) -> Soundboard {
    var board = Soundboard()
    for (index, pad) in pads.enumerated() { board.began(UInt32(index + 1), pad) }
    return board
  }

  @Test func `each mode has its effect on a press`() {
    for (mode, whileSounding) in [
      (PadMode.once, [Soundboard.Act.stop(voice: 1), .start]), (.toggle, [.stop(voice: 1)]),
      (.hold, [.stop(voice: 1)]), (.layer, [.start]),
    ] {
      let one = pad(1, mode)
      #expect(Soundboard().press(one) == [.start], "\(mode)")
      #expect(board(one).press(one) == whileSounding, "\(mode)")
      #expect(board(pad(2, .once)).press(one) == [.start], "another one sounds: \(mode)")
      #expect(board(one).release(one) == (mode == .hold ? [.stop(voice: 1)] : []), "\(mode)")
    }
  }

  @Test func `one sound of a group plays at a time`() {
    let (one, two, other) = (pad(1, .once, group: "g"), pad(2, .layer, group: "g"), pad(3, .once, group: "h"))
    expectEqual(board(one, other).press(two), [.stop(voice: 1), .start])
    expectEqual(board(two, other).press(two), [.stop(voice: 1), .start])
    expectEqual(board(other).press(one), [.start])
  }

  @Test func `an ended sound is forgotten, and a pause ends with the last one`() {
    var board = board(pad(1, .once), pad(2, .once))
    board.togglePause()
    #expect(board.isPaused)
    board.ended(1)
    #expect(board.isPaused && board.sounding.map(\.voice) == [2])
    board.ended(2)
    #expect(!board.isPaused && board.sounding.isEmpty)
    board.togglePause()
    #expect(!board.isPaused, "nothing sounds")
  }
}
