import Linux
import Model

/// One run of the analyser over one song, in a process of its own: so a hostile file costs one song, and what the analysis
/// takes is not locked in memory with the daemon. Loop thread only.
final class AnalyserRun {
  /// nil for what is no song of the library.
  let track: TrackReference?
  let isAsked: Bool
  let began: Instant
  private var run: WorkerRun?

  /// Whether it rests until something else has had its turn.
  var isPaused = false { didSet { run?.isPaused = isPaused } }

  /// The results to look for.
  enum Part {
    case first, chords, notes

    fileprivate var options: [String] {
      switch self {
      case .first: ["--no-chords"]
      case .chords: []
      case .notes: ["--notes"]
      }
    }
  }

  /// - Parameter ended: called in the loop.
  init(
    _ program: String, _ file: borrowing Descriptor, track: TrackReference?, _ part: Part, isAsked: Bool,
    loop: EventLoop,
    ended: @escaping (AnalyserRun) -> Void
  ) throws(SystemError) {
    self.track = track
    self.isAsked = isAsked
    began = loop.now
    run = try WorkerRun([program, "--worker"] + part.options, file, loop: loop) { [weak self] _ in
      if let self { ended(self) }
    }
  }

  /// Ends it at once.
  func kill() { run?.kill() }

  /// How far it is, in percent.
  var percent: Int { min(run?.percent ?? 0, 99) }

  /// The run's result, once it has ended.
  var result: (outcome: AnalysisOutcome, analysis: MusicAnalysis?, problem: String?) {
    guard let run, !run.wasKilled else { return (.cancelled, nil, nil) }
    let bytes = run.bytes
    switch AnalysisOutcome(rawValue: run.status) {
    case .done:
      guard let analysis = AnalysisCoding.analysis(of: bytes) else { return (.crashed, nil, "no record") }
      return (.done, analysis, nil)
    case .unreadable: return (.unreadable, nil, String(decoding: bytes, as: UTF8.self))
    case let outcome? where outcome != .crashed: return (outcome, nil, nil)
    default: return (.crashed, nil, "status \(run.status)")
    }
  }
}
