import Client
import Linux
import NIOCore
import NIOHTTP1

/// The threads that ask the jukebox, since its answers block. Requests that read the same at one time ask once. Loop thread
/// only.
final class Workers {
  private struct Job: Hashable, Sendable {
    let question: Question
    let role: Role
    /// Different for each request that may change something: it is asked for each.
    let number: Int?
  }

  private let queue: WorkQueue<Job>
  private let outbox: Outbox
  /// For answers that had no room, and are asked for again.
  private var reserved: [Job: Outbox.Parcel] = [:]
  /// Threads that run.
  private let running = Monitor(0)
  private var waiting: [Job: [(Response) -> Void]] = [:]
  private var lastNumber = 0

  /// - Parameters:
  ///   - mostWaiting: more wait for the jukebox than it can answer in a sensible time.
  ///   - loop: the loop that this is made in, and that gets the answers.
  init(
    _ threads: Int, mostWaiting: Int, address: Address, outbox: Outbox, loop: any NIOCore.EventLoop
  ) throws(SystemError) {
    self.outbox = outbox
    queue = WorkQueue(capacity: mostWaiting)
    let done = NIOLoopBound(self, eventLoop: loop)
    let (queue, running) = (queue, running)
    for _ in 0..<threads {
      running.change { $0 += 1 }
      _ = try Thread.start(name: "web worker", payload: ()) { _ in
        defer { running.change { $0 -= 1 } }
        var jukebox = Jukebox(at: address)
        while let job = queue.receive() {
          let response = jukebox.answer(job.question, as: job.role)
          loop.execute { done.value.finish(job, response) }
        }
      }
    }
  }

  /// No further question is taken.
  /// - Returns: waits, in any other thread, until the threads have ended.
  func stop() -> @Sendable () -> Void {
    queue.close()
    return { [running] in running.wait { $0 == 0 ? .done(()) : .wait() } }
  }

  /// - Parameters:
  ///   - isReading: whether the same question of others at this time has the same answer.
  ///   - then: called once, now or later.
  func ask(_ question: Question, as role: Role, isReading: Bool, then: @escaping (Response) -> Void) {
    if !isReading { lastNumber += 1 }
    let job = Job(question: question, role: role, number: isReading ? nil : lastNumber)
    if waiting[job] != nil {
      waiting[job]?.append(then)
    } else if queue.send(job) {
      waiting[job] = [then]
    } else {
      then(.tooManyQuestions)
    }
  }

  private func finish(_ job: Job, _ response: Response) {
    var response = response
    if let parcel = reserved.removeValue(forKey: job) ?? outbox.reserve(response.size) {
      response.parcel = parcel
      return deliver(job, response)
    }
    // What changed something is not asked twice.
    guard job.number == nil else { return deliver(job, .tooManyQuestions) }
    outbox.wait(for: response.size, at: .now()) { [weak self] parcel in
      guard let self else { return }
      guard let parcel, queue.send(job) else { return deliver(job, .tooManyQuestions) }
      reserved[job] = parcel
    }
  }

  private func deliver(_ job: Job, _ response: Response) {
    for then in waiting.removeValue(forKey: job) ?? [] { then(response) }
  }
}

extension Response {
  fileprivate static let tooManyQuestions = Response.refusal(
    .serviceUnavailable, "too-many", "The jukebox has too many questions. Try again.")
}
