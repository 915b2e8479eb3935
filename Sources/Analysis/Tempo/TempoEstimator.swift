import Model

/// Finds tempo and beats. Fed with mono samples at 22,050 Hz.
///
/// Onset strengths in four bands and the chroma are kept while the song passes by. At its end the periods
/// that they repeat with give candidates for the tempo, of which a linear model chooses one; dynamic
/// programming finds beats with that period, and a straight line through them, where one fits, gives the
/// exact tempo.
final class TempoEstimator {
  static let rate = 22_050
  /// Less than this has no tempo, in seconds.
  private static let leastSeconds = 3.0

  private(set) var detector = OnsetDetector()
  private(set) var chroma = ChromaTrace()
  private var samples = 0

  init() {}

  func add(_ samples: UnsafePointer<Float>, count: Int) {
    unsafe detector.add(samples, count: count)
    unsafe chroma.add(samples, count: count)
    self.samples += count
  }

  /// In seconds.
  var duration: Double { Double(samples) / Double(Self.rate) }

  /// - Parameter isPitched: whether notes stand out, so that it is no noise.
  /// - Returns: nil without evidence of a beat.
  func finish(isPitched: Bool) -> TempoEstimate? {
    detector.finish()
    chroma.finish()
    guard Double(detector.sounding.count) > Self.leastSeconds * OnsetBands.rate,
      let pace = pace(isPitched: isPitched)
    else {
      return nil
    }
    return beats(pace)
  }
}
