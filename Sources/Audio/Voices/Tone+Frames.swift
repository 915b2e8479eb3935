import Glibc
import Model

extension Tone {
  func frames(rate: Int) -> [Float] { sine(notes, level: 0.125, rate: rate) }
}

extension TestTone {
  /// On one channel or both, at -24 dB.
  func frames(rate: Int) -> [Float] {
    var samples = sine([(Self.hertz, Self.milliseconds)], level: 0.0625, rate: rate)
    guard self != .both else { return samples }
    for index in stride(from: self == .left ? 1 : 0, to: samples.count, by: 2) { samples[index] = 0 }
    return samples
  }
}

/// Sine tones that swell and die away over 8 ms each, stereo, interleaved. 0 Hz is silence.
private func sine(_ notes: [(hertz: Double, milliseconds: Int)], level: Double, rate: Int) -> [Float] {
  var samples: [Float] = []
  let edge = max(1, rate / 125)
  for note in notes {
    let count = rate * note.milliseconds / 1000
    for frame in 0..<count {
      let rise = min(1, Double(min(frame, count - 1 - frame)) / Double(edge))
      let wave = note.hertz > 0 ? sin(2 * .pi * note.hertz * Double(frame) / Double(rate)) : 0
      let sample = Float(level * wave * rise * rise * (3 - 2 * rise))
      samples += [sample, sample]
    }
  }
  return samples
}
