/// The notes that sound now: the newest frame of a `TonalSpectrum` whose short transform ends with the last sample. Fed
/// with mono samples at 11,025 Hz.
@safe final class LiveNotes {
  /// Samples between frames: half as many as in songs.
  static let hop = TonalCollector.hop / 2
  /// Samples of the long transform: half as many as in songs, since what began just now is to be seen.
  private static let span = 4096
  /// Frames that are stored: the loudness is compared with theirs.
  private static let most = 256
  private static let least = 128
  /// Factor on the tuning of earlier frames: half is left after half a minute.
  private static let memory = 0.999

  private let transform = TonalTransform(span: span, shortStart: span / 2)
  private var samples = [Float](repeating: 0, count: span)
  private var filled = span - hop
  private var tuning = TuningMeter(span: span / 2)
  private var spectrum = TonalSpectrum()

  /// - Parameter heard: called after each frame with the level of each note, as `TonalSpectrum.activations` gives it, and
  ///   whether notes stand out.
  func add(_ source: UnsafePointer<Float>, count: Int, heard: ([Float], Bool) -> Void) {
    var done = 0
    while done < count {
      let some = min(count - done, Self.span - filled)
      for index in 0..<some { samples[filled + index] = unsafe source[done + index] }
      filled += some
      done += some
      guard filled == Self.span else { continue }
      var magnitudes: [Float] = []
      tuning.forget(by: Self.memory)
      transform.append(samples, to: &magnitudes, tuning: &tuning)
      spectrum.append(magnitudes, tuning: tuning.semitones)
      if spectrum.count > Self.most { spectrum.removeFirst(Self.most - Self.least) }
      samples.removeFirst(Self.hop)
      samples.append(contentsOf: repeatElement(0, count: Self.hop))
      filled = Self.span - Self.hop
      let now = spectrum.count - 1
      heard(spectrum.activations(now..<now + 1), spectrum.isPitched(at: now))
    }
  }
}
