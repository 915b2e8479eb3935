import Linux
import Model

/// One run of a program at a low priority, with an open file as its standard input and a file in memory as its
/// output, whose first byte is the progress in percent until the result is complete. Loop thread only.
final class WorkerRun {
  private let output: Descriptor
  private var process: Subprocess?
  private(set) var status: Int32 = 0
  private(set) var wasKilled = false

  /// Whether it rests (SIGSTOP) until something else has had its turn.
  var isPaused = false {
    didSet { if isPaused != oldValue { process?.rest(isPaused) } }
  }

  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - secret: what it reads from descriptor 3, which no list of processes shows.
  ///   - niceness: of somebody who waits for the result; nil: the lowest priority.
  ///   - ended: called in the loop.
  init(
    _ words: [String], secret: String? = nil, niceness: Int32? = nil, _ file: borrowing Descriptor,
    loop: EventLoop,
    ended: @escaping (WorkerRun) -> Void
  ) throws(SystemError) {
    output = try Descriptor.inMemory("analysis")
    process = try Subprocess.startWorker(
      words, secret: secret, niceness: niceness, input: file, output: output,
      limits: ProcessLimits(fileBytes: AnalysisCoding.mostBytes), loop: loop
    ) { [weak self] status in
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

  /// How far it is.
  var percent: Int { Int(((try? output.bytes(1, at: 0)) ?? []).first.map { min($0, 100) } ?? 0) }

  /// The program's output, once it has ended.
  var bytes: [UInt8] { (try? output.bytes(AnalysisCoding.mostBytes, at: 0)) ?? [] }
}
