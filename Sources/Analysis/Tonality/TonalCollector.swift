/// Gathers what keys and chords are found by. Fed with mono samples at 11,025 Hz.
final class TonalCollector {
  static let rate = 11_025

  init() {}

  func add(_ samples: UnsafePointer<Float>, count: Int) {}

  func finish() -> TonalSpectrum { TonalSpectrum() }
}

/// What sounds over time, by pitch.
struct TonalSpectrum {
}
