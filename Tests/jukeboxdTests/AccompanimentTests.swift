import Audio
import Control
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

@Suite("Chords and clicks to play along with")
struct AccompanimentTests {
  private let box: Box

  init() throws {
    box = try Box(on: try Shelf())
    try box.core.start()
  }

  private var voices: Int { box.core.engine.voices.playing.count }

  @Test func `chords sound one after the other and end`() throws {
    let accompanist = box.core.services.accompanist
    var answer: Refusal??
    accompanist.play([[48, 60, 64, 67], [45, 57, 60, 64], [41, 57, 60, 65]], beatsPerMinute: 300) {
      answer = $0
    }
    try box.turn { answer != nil }
    #expect(answer == .some(nil) && voices > 0)
    var sounds: Set<SoundKey> = []
    try box.turn {
      sounds.formUnion(box.core.engine.voices.playing.values)
      return box.core.engine.voices.playing.isEmpty
    }
    #expect(sounds.count == 2, "two memories are in turn")
    box.stop()
  }

  @Test func `chords are replaced and stopped, and a client that waits gets its answer`() throws {
    let accompanist = box.core.services.accompanist
    var answers = 0
    accompanist.play([[60], [62]], beatsPerMinute: 60) { _ in answers += 1 }
    accompanist.play([[64]], beatsPerMinute: 60) { _ in answers += 1 }
    try box.turn { answers == 2 && voices == 1 }
    accompanist.stopChords()
    try box.turn { voices == 0 }
    box.stop()
  }

  @Test func `a metronome sounds until it is off`() throws {
    let accompanist = box.core.services.accompanist
    #expect(accompanist.setMetronome(.steady(beatsPerMinute: 120, beats: 3)) == nil)
    expectEqual(accompanist.metronome, .steady(beatsPerMinute: 120, beats: 3))
    try box.turn { voices == 1 }
    #expect(accompanist.setMetronome(.steady(beatsPerMinute: 90, beats: 4)) == nil)
    try box.turn { voices == 1 }
    #expect(accompanist.setMetronome(.off) == nil && accompanist.metronome == .off)
    try box.turn { voices == 0 }
    box.stop()
  }

  @Test func `chords and clicks are refused without an output`() throws {
    box.core.engine.isOutputEnabled = false
    #expect(box.core.services.accompanist.setMetronome(.steady(beatsPerMinute: 90, beats: 4)) != nil)
    expectEqual(box.core.services.accompanist.metronome, .off)
    var answer: Refusal??
    box.core.services.accompanist.play([[60]], beatsPerMinute: 90) { answer = $0 }
    try box.turn { answer != nil }
    #expect(answer != .some(nil))
    box.stop()
  }
}
