import Support
import Testing

@testable import Audio

@Suite struct ComputedSoundTests {
  @Test(arguments: [44_100, 48_000, 96_000])
  func `a bar of clicks has them at its beats, to the frame`(_ rate: Int) {
    let samples = ComputedSound.bar(beats: 3, beatsPerMinute: 92.5).frames(rate: rate)
    let beat = 60 / 92.5 * Double(rate)
    expectEqual(samples.count / 2, Int((3 * beat).rounded()))
    // A click begins with its second frame: the first one of a sine is 0.
    let starts = (1..<samples.count / 2).filter { frame in
      samples[2 * frame] != 0 && samples[max(0, 2 * frame - 4)..<2 * frame].allSatisfy { $0 == 0 }
    }
    #expect(starts == (0..<3).map { Int((beat * Double($0)).rounded()) + 1 })
  }

  @Test func `chords stay below full scale and end in silence`() {
    for pitches in [[48, 60, 64, 67], [40, 53, 57, 60, 64, 67, 70], [60], []] {
      let samples = ComputedSound.chord(pitches: pitches, seconds: 1).frames(rate: 44_100)
      expectEqual(samples.count, 88_200)
      #expect(samples.allSatisfy { abs($0) < 0.9 })
      #expect(abs(samples[0]) < 0.01 && abs(samples[samples.count - 1]) < 0.001)
      #expect(pitches.isEmpty || (samples.max() ?? 0) > 0.05)
    }
  }

  @Test(arguments: [40, 57, 60, 69, 76])
  func `a string has its pitch`(_ pitch: Int) {
    let rate = 44_100.0
    let samples = ComputedSound.chord(pitches: [pitch], seconds: 1).frames(rate: 44_100)
    let names: [Int: Double] = [40: 82.41, 57: 220, 60: 261.63, 69: 440, 76: 659.26]
    let hertz = names[pitch] ?? 0
    // The period after which the signal is most like itself.
    func likeness(_ lag: Int) -> Float {
      (4000..<12_000).reduce(0) { $0 + samples[2 * $1] * samples[2 * ($1 + lag)] }
    }
    let lags = Int(rate / hertz * 0.75)...Int(rate / hertz * 1.4)
    let best = lags.max { likeness($0) < likeness($1) } ?? 0
    #expect(abs(Double(best) - rate / hertz) < 1)
  }
}
