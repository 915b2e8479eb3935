import Glibc
import Model

extension Tone {
  /// Sine tones at -18 dB that swell and die away over 8 ms each, stereo, interleaved.
  func frames(rate: Int) -> [Float] {
    var samples: [Float] = []
    let level = 0.125
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
}
