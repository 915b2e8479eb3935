import Audio
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

@Suite struct PadValueTests {
  private let volume = VolumeID(high: 1, low: 1)

  private func pad(_ row: Int64) -> Pad {
    Pad(track: TrackReference(volume: volume, path: [97]), row: row, name: "\(row)")
  }

  @Test func `the shelf keeps counted presses, and stores them at powers of two`() {
    var shelf = PadShelf()
    #expect(shelf.isSame(([], []), on: volume) == true)
    #expect(shelf.countPress(of: pad(1)) == nil)
    var removed = pad(2)
    removed.isRemoved = true
    shelf.set(([pad(1), removed], []), on: volume)
    expectEqual(shelf.pads(on: [volume]).map(\.row), [1])
    #expect(shelf.isSame(([pad(1)], []), on: volume) == false)
    let stored = (1...5).map { _ in shelf.countPress(of: pad(1))?.presses }
    expectEqual(stored, [1, 2, nil, 4, nil])
    expectEqual(shelf.withPresses([pad(1), pad(3)]).map(\.presses), [5, 0])
    #expect(shelf.remove(volume) == true)
    #expect(shelf.remove(volume) == false)
    #expect(shelf.pads(on: [volume]).isEmpty == true)
  }

  @Test func `a held pad continues where it was, and its end is reported once`() {
    let start = Instant(nanoseconds: 0)
    var (plays, ends) = (PadPlays(), 0)
    var pad = pad(1)
    pad.duration = .seconds(10)
    plays.begin(VoiceID(rawValue: 7), pad, began: { #expect($0 == nil) }, ended: { ends += 1 })
    plays.started(VoiceID(rawValue: 7), at: start)
    expectEqual(plays.remaining(of: pad.id, at: start + .seconds(4)), .seconds(6))
    plays.togglePause(at: start + .seconds(4))
    expectEqual(plays.remaining(of: pad.id, at: start + .seconds(60)), .seconds(6))
    plays.togglePause(at: start + .seconds(60))
    expectEqual(plays.remaining(of: pad.id, at: start + .seconds(61)), .seconds(5))
    expectEqual(plays.takeWaiting(for: pad.id).count, 1)
    #expect(plays.takeWaiting(for: pad.id).isEmpty == true)
    plays.end(VoiceID(rawValue: 7))?()
    #expect(plays.end(VoiceID(rawValue: 7)) == nil)
    expectEqual(ends, 1)
    #expect(plays.remaining(of: pad.id, at: start) == nil)
  }
}
