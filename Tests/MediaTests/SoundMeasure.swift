import Glibc

/// What two sounds have in common.
enum SoundMeasure {
  /// The level of the difference below that of `reference`, in dB; infinite where both are equal.
  static func noiseRatio(_ sound: ArraySlice<Float>, _ reference: ArraySlice<Float>) -> Double {
    var (signal, noise) = (0.0, 0.0)
    for (a, b) in zip(sound, reference) {
      signal += Double(b) * Double(b)
      noise += Double(a - b) * Double(a - b)
    }
    return noise == 0 ? .infinity : 10 * log10(signal / noise)
  }

  /// The strength of a tone in one channel (Goertzel's algorithm).
  static func tone(_ hertz: Double, in samples: [Float], channel: Int, of channels: Int, rate: Int) -> Double
  {
    let turn = 2 * Double.pi * hertz / Double(rate)
    let c = 2 * cos(turn)
    var (s1, s2) = (0.0, 0.0)
    for i in stride(from: channel, to: samples.count, by: channels) {
      (s1, s2) = (Double(samples[i]) + c * s1 - s2, s1)
    }
    return (s1 * s1 + s2 * s2 - c * s1 * s2).squareRoot() * 2 / Double(samples.count / channels)
  }
}
