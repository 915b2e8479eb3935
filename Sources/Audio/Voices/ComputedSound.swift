import Glibc

/// A sound that is computed: chords to hear what one reads, and clicks to play along with.
public enum ComputedSound: Hashable, Sendable {
  /// Plucked strings, by MIDI's count of pitches, which die away within the time.
  case chord(pitches: [Int], seconds: Double)
  /// A bar of clicks, the first one higher; in a loop it is a metronome that is exact to the frame.
  case bar(beats: Int, beatsPerMinute: Double)
  /// One click of it.
  case click(isFirst: Bool)

  /// Stereo, interleaved.
  func frames(rate: Int) -> [Float] {
    let mono: [Float]
    switch self {
    case .chord(let pitches, let seconds):
      mono = Self.strings(pitches, count: Int(seconds * Double(rate)), rate)
    case .click(let isFirst): mono = Self.click(isFirst, rate)
    case .bar(let beats, let beatsPerMinute):
      let beat = 60 / beatsPerMinute * Double(rate)
      var bar = [Float](repeating: 0, count: Int((beat * Double(beats)).rounded()))
      for number in 0..<beats {
        let start = Int((beat * Double(number)).rounded())
        for (offset, sample) in Self.click(number == 0, rate).enumerated() where start + offset < bar.count {
          bar[start + offset] = sample
        }
      }
      mono = bar
    }
    return mono.flatMap { [$0, $0] }
  }

  /// One after the other, as a hand strums them. Their peaks together stay below full scale.
  private static func strings(_ pitches: [Int], count: Int, _ rate: Int) -> [Float] {
    var sum = [Double](repeating: 0, count: count)
    let level = 0.14 / Double(max(1, pitches.count)).squareRoot()
    let harmonics = 6
    for (number, pitch) in pitches.enumerated() {
      let start = number * rate * 12 / 1000
      let hertz = 440 * pow(2, Double(pitch - 69) / 12)
      for harmonic in 1...harmonics where hertz * Double(harmonic) < Double(rate) / 2.5 {
        // A resonator rings by itself: no sine has to be computed for each frame.
        let angle = 2 * Double.pi * hertz * Double(harmonic) / Double(rate)
        let decay = exp(-(0.9 + 0.7 * Double(harmonic)) / Double(rate))
        let (first, second) = (2 * decay * cos(angle), decay * decay)
        var (before, now) = (0.0, level / Double(harmonic) * sin(angle))
        for frame in start..<max(start, count) {
          sum[frame] += now
          (before, now) = (now, first * now - second * before)
        }
      }
    }
    // Strings are damped at the end, and begin without a crack.
    let fade = max(1, rate / 50)
    let attack = max(1, rate / 500)
    return sum.enumerated().map { frame, sample in
      Float(sample * min(1, Double(count - frame) / Double(fade), Double(frame + 1) / Double(attack)))
    }
  }

  private static func click(_ isFirst: Bool, _ rate: Int) -> [Float] {
    let hertz = isFirst ? 1760.0 : 1174.66
    return (0..<rate * 40 / 1000).map { frame in
      let time = Double(frame) / Double(rate)
      return Float(0.3 * sin(2 * .pi * hertz * time) * exp(-time / 0.007))
    }
  }
}
