import Model

extension TempoEstimator {
  /// A line through beats replaces them if all are this near to it, in seconds.
  private static let lineError = 0.012
  /// Or where it meets this part of the onsets that the beats meet.
  private static let lineShare: Float = 0.85
  /// How far its period may be from the one that was looked for.
  private static let lineReach = 0.05
  /// Weight of notes that begin relative to onsets of all kinds.
  private static let noteWeight: Float = 2
  /// Beats so near the end, in seconds, are heard by nobody.
  private static let end = 0.03

  /// - Returns: beats, of which nobody knows yet whether they begin bars.
  func beats(_ pace: Pace) -> TempoEstimate? {
    let bands = detector.bands
    let scale = 1 / max(bands.deviation(), .leastNormalMagnitude)
    let notes = chroma.notes
    let deviation = notes.deviation / Self.noteWeight
    let frames = BeatTracker.track(frames: bands.frames, periods: pace.periods) { range in
      zip(bands.envelope(.init(repeating: scale), in: range), notes.envelope(in: range, deviation: deviation))
        .map { $0 + $1 }
    }
    let tracked = frames.map { OnsetDetector.seconds(of: $0) }
    let start = max(OnsetDetector.seconds(of: detector.sounding.lowerBound) - 0.02, 0)
    let end = min(OnsetDetector.seconds(of: detector.sounding.upperBound), duration - Self.end)
    let line = line(through: tracked, period: Double(pace.period) / OnsetBands.rate)
    let all = line.map { $0.beats(from: start, to: end + $0.period) } ?? tracked
    let phases = BeatPhase.shifts.map { BeatPhase(shift: $0, beats: all, bands: bands, chroma: chroma) }
    guard let phase = BeatPhase.best(of: phases), let first = phase.times.first else { return nil }
    let times =
      line.map { BeatLine(start: first, period: $0.period).beats(from: start, to: end) }
      ?? phase.times.filter { $0 >= start && $0 <= end }
    guard times.count >= 4 else { return nil }
    return TempoEstimate(
      bpm: line.map { 60 / $0.period } ?? Self.medianTempo(times), confidence: pace.confidence, beats: times,
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
    guard let line = BeatLine(times, period: period), let first = times.first, let last = times.last else {
      return nil
    }
    guard abs(line.period / period - 1) < Self.lineReach else { return nil }
    if line.error <= Self.lineError { return line }
    let share = strength(line.beats(from: first, to: last)) / max(strength(times), .leastNormalMagnitude)
    return share >= Self.lineShare ? line : nil
  }

  /// The mean onset at beats.
  private func strength(_ times: [Double]) -> Float {
    let bands = detector.bands
    let sum = times.reduce(Float(0)) { $0 + bands.strongest(around: OnsetDetector.frame(at: $1)).sum() }
    return sum / Float(max(times.count, 1))
  }

  private static func medianTempo(_ times: [Double]) -> Double {
    let some = min(8, times.count - 1)
    let spans = (some..<times.count).map { times[$0] - times[$0 - some] }.sorted()
    return 60 * Double(some) / spans[spans.count / 2]
  }
}
