import Library
import Linux
import Model

/// One run of the analyser over one song: a process with the open file as its standard input and a file in memory as its
/// output, whose first byte is the progress until the record is complete. So a hostile file costs one song, and what the
/// analysis takes is not locked in memory with the daemon. Loop thread only.
final class AnalyserRun {
  /// nil for what is no song of the library.
  let track: TrackReference?
  let isAsked: Bool
  let began: Instant
  private let output: Descriptor
  private var process: Subprocess?
  private var status: Int32 = 0
  private var wasKilled = false

  /// Whether it rests (SIGSTOP) until something else has had its turn.
  var isPaused = false {
    didSet { if isPaused != oldValue { process?.rest(isPaused) } }
  }

  /// What of the song is looked for.
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
    output = try Descriptor.inMemory("analysis")
    let words = [program, "--worker"] + part.options
    process = try Subprocess.startWorker(words, input: file, output: output, loop: loop) {
      [weak self] status in
      guard let self else { return }
      self.status = status
      ended(self)
    }
  }

  /// Ends it at once.
  func kill() {
    wasKilled = true
    process?.kill()
  }

  /// How far it is, in percent.
  var percent: Int { Int(((try? output.bytes(1, at: 0)) ?? []).first.map { min($0, 99) } ?? 0) }

  /// What came of it, once it has ended.
  var result: (outcome: AnalysisOutcome, analysis: MusicAnalysis?, problem: String?) {
    if wasKilled { return (.cancelled, nil, nil) }
    let bytes = (try? output.bytes(AnalysisCoding.mostBytes, at: 0)) ?? []
    switch AnalysisOutcome(rawValue: status) {
    case .done:
      guard let analysis = AnalysisCoding.analysis(of: bytes) else { return (.crashed, nil, "no record") }
      return (.done, analysis, nil)
    case .unreadable: return (.unreadable, nil, String(decoding: bytes, as: UTF8.self))
    case let outcome? where outcome != .crashed: return (outcome, nil, nil)
    default: return (.crashed, nil, "status \(status)")
    }
  }
}
