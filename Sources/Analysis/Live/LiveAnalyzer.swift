public import Model

/// Recognises chords and tones while they are played, in bounded memory. One thread at a time.
@safe public final class LiveAnalyzer {
  private let rate: Int
  private var decimator: Decimator
  private var slow: Decimator
  private let chords = LiveChords()
  private let tracker: PitchTracker
  private var frames = 0
  /// Last reported chord, with its time.
  private var reported: (chord: Chord?, confidence: Double, time: Double)?
  private var toneTime = -1.0
  /// Whether another tone, or an end, is not reported yet.
  private var isToneNew = false

  public static let rates = 8000...192_000
  /// A change of the confidence that is reported, and how long after the last report.
  private static let confidenceStep = 0.1
  private static let confidenceSeconds = 0.25
  /// A tone is reported as often as this; another tone sooner.
  private static let toneSeconds = 0.05
  private static let newToneSeconds = 0.025

  /// - Parameter rate: of the samples, in Hz, within `rates`.
  public init(rate: Int) throws(AnalysisFault) {
    guard Self.rates.contains(rate) else { throw .unreadable("\(rate) Hz: 8000 to 192000 Hz expected") }
    self.rate = rate
    decimator = Decimator(step: Double(max(1, rate / 22_000)))
    let lower = rate / max(1, rate / 22_000)
    tracker = PitchTracker(rate: lower)
    slow = Decimator(step: Double(lower) / Double(TonalCollector.rate), reach: 32)
  }

  /// - Parameters:
  ///   - samples: of one channel; what is no number counts as silence.
  ///   - report: called with what is to be reported, in the order of time; at most some 60 times a second.
  public func add(_ samples: inout [Float], report: (LiveReport) -> Void) {
    for index in samples.indices where !(abs(samples[index]) <= 1000) { samples[index] = 0 }
    frames += samples.count
    let time = Double(frames) / Double(rate)
    let lower = decimator.process(samples)
    unsafe lower.withUnsafeBufferPointer { lower in
      guard let start = lower.baseAddress else { return }
      unsafe tracker.add(start, count: lower.count) { reportTone(isNew: $0, time, report) }
    }
    let low = slow.process(lower)
    unsafe low.withUnsafeBufferPointer { low in
      guard let start = low.baseAddress else { return }
      unsafe chords.add(start, count: low.count) { reportChord(time, report) }
    }
  }

  private func reportTone(isNew: Bool, _ time: Double, _ report: (LiveReport) -> Void) {
    if isNew { isToneNew = true }
    guard isToneNew || tracker.tone != nil,
      time - toneTime >= (isToneNew ? Self.newToneSeconds : Self.toneSeconds) - 1e-6
    else { return }
    (toneTime, isToneNew) = (time, false)
    report(.tone(tracker.tone, at: time))
  }

  private func reportChord(_ time: Double, _ report: (LiveReport) -> Void) {
    if let reported, reported.chord == chords.chord,
      abs(reported.confidence - chords.confidence) < Self.confidenceStep
        || time - reported.time < Self.confidenceSeconds
    {
      return
    }
    reported = (chords.chord, chords.confidence, time)
    report(.chord(chords.chord, confidence: chords.confidence, at: time))
  }
}
