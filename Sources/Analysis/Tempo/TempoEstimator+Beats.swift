import Model

extension TempoEstimator {
  /// A line through beats replaces them if half of them are this near to it, in seconds.
  private static let lineError = 0.022
  /// How far its period may be from the one that was looked for.
  private static let lineReach = 0.05
  /// Beats so near the end, in seconds, are heard by nobody.
  private static let end = 0.03

  /// - Returns: beats, of which nobody knows yet whether they begin bars.
  func beats(_ pace: Pace) -> TempoEstimate? {
    let bands = detector.bands
    let onsets = onsets()
    func track(_ tracker: BeatTracker) -> [Double] {
      tracker.track(frames: bands.frames, periods: pace.periods, envelope: onsets)
        .map { OnsetDetector.seconds(of: $0) }
    }
    let line = line(through: track(.even), period: Double(pace.period) / OnsetBands.rate)
    let start = max(OnsetDetector.seconds(of: detector.sounding.lowerBound) - 0.02, 0)
    let end = min(OnsetDetector.seconds(of: detector.sounding.upperBound), duration - Self.end)
    let all = line.map { $0.beats(from: start, to: end + $0.period) } ?? track(.free)
    let phases = BeatPhase.shifts.map { BeatPhase(shift: $0, beats: all, bands: bands, chroma: chroma) }
    guard let phase = BeatPhase.best(of: phases), let first = phase.times.first else { return nil }
    let times =
      line.map { BeatLine(start: first, period: $0.period).beats(from: start, to: end) }
      ?? phase.times.filter { $0 >= start && $0 <= end }
    guard times.count >= 4 else { return nil }
    return TempoEstimate(
      bpm: line.map { 60 / $0.period } ?? Self.usualTempo(times), confidence: pace.confidence, beats: times,
      downbeats: [])
  }

  /// - Parameters:
  ///   - times: of the beats.
  ///   - chords: none where they are unknown.
  func bars(_ times: [Double], chords: [ChordSegment]) -> BarEvidence {
    BarEvidence(times, chords: chords, bands: detector.bands, chroma: chroma)
  }

  /// - Returns: nil where no line fits.
  private func line(through times: [Double], period: Double) -> BeatLine? {
    guard let line = BeatLine(times, period: period), line.error <= Self.lineError,
      abs(line.period / period - 1) < Self.lineReach
    else {
      return nil
    }
    return line
  }

  /// The tempo of the middle half of all beats by their length: held ones do not count.
  private static func usualTempo(_ times: [Double]) -> Double {
    let spans = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let middle = spans[spans.count / 4..<spans.count - spans.count / 4]
    return 60 * Double(middle.count) / middle.reduce(0, +)
  }
}
