import Client
import Linux
import NIOCore
import NIOHTTP1

/// The threads that ask the jukebox, since its answers block. Requests that read the same at one time ask once, and machines take
/// turns, so that one with many questions delays another by one at most. Loop thread only.
final class Workers {
  private struct Job: Hashable, Sendable {
    let question: Question
    let role: Role
    /// Different for each request that may change something: it is asked for each.
    let number: Int?
  }

  private struct Asker {
    let machine: String
    var waiting: [(Response) -> Void]
    /// For an answer that had no room, and is asked for again.
    var parcel: Outbox.Parcel?
  }

  private let queue: WorkQueue<Job>
  private let outbox: Outbox
  private let threads: Int
  private let mostWaiting: Int
  /// Threads that run.
  private let running = Monitor(0)
  private var askers: [Job: Asker] = [:]
  private var lastNumber = 0
  /// Questions that no thread has taken, by their machines.
  private var questions: [String: [Job]] = [:]
  private var questionCount = 0
  /// The machines with questions, the next one first.
  private var turns: [String] = []
  /// Questions that threads have taken.
  private var askedCount = 0

  /// - Parameters:
  ///   - mostWaiting: more wait for the jukebox than it can answer in a sensible time.
  ///   - loop: the loop that this is made in, and that gets the answers.
  init(
    _ threads: Int, mostWaiting: Int, address: Address, outbox: Outbox, loop: any NIOCore.EventLoop
  ) throws(SystemError) {
    (self.outbox, self.threads, self.mostWaiting) = (outbox, threads, mostWaiting)
    queue = WorkQueue(capacity: threads)
    let done = NIOLoopBound(self, eventLoop: loop)
    let (queue, running, longAnswers) = (queue, running, LongAnswers())
    for _ in 0..<threads {
      running.change { $0 += 1 }
      _ = try Thread.start(name: "web worker", payload: ()) { _ in
        defer { running.change { $0 -= 1 } }
        var jukebox = Jukebox(at: address, longAnswers)
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
  ///   - machine: whose question it is.
  ///   - then: called once, now or later.
  func ask(
    _ question: Question, as role: Role, isReading: Bool, for machine: String,
    then: @escaping (Response) -> Void
  ) {
    if !isReading { lastNumber += 1 }
    let job = Job(question: question, role: role, number: isReading ? nil : lastNumber)
    if askers[job] != nil {
      askers[job]?.waiting.append(then)
    } else if questionCount < mostWaiting {
      askers[job] = Asker(machine: machine, waiting: [then])
      enqueue(job, for: machine)
    } else {
      then(.tooManyQuestions)
    }
  }

  private func enqueue(_ job: Job, for machine: String) {
    if questions[machine] == nil { turns.append(machine) }
    questions[machine, default: []].append(job)
    questionCount += 1
    dispatch()
  }

  private func dispatch() {
    while askedCount < threads, !turns.isEmpty {
      let machine = turns.removeFirst()
      guard let job = questions[machine]?.removeFirst() else { continue }
      if questions[machine]?.isEmpty == true { questions[machine] = nil } else { turns.append(machine) }
      questionCount -= 1
      askedCount += 1
      _ = queue.send(job)
    }
  }

  private func finish(_ job: Job, _ response: Response) {
    askedCount -= 1
    defer { dispatch() }
    var response = response
    if let parcel = askers[job]?.parcel ?? outbox.reserve(response.size) {
      response.parcel = parcel
      return deliver(job, response)
    }
    // A job that changed something does not run twice.
    guard job.number == nil else { return deliver(job, .tooManyQuestions) }
    outbox.wait(for: response.size, at: .now()) { [weak self] parcel in
      guard let self, let machine = askers[job]?.machine else { return }
      guard let parcel else { return deliver(job, .tooManyQuestions) }
      askers[job]?.parcel = parcel
      enqueue(job, for: machine)
    }
  }

  private func deliver(_ job: Job, _ response: Response) {
    for then in askers.removeValue(forKey: job)?.waiting ?? [] { then(response) }
  }
}

extension Response {
  fileprivate static let tooManyQuestions = Response.refusal(
    .serviceUnavailable, "too-many", "The jukebox has too many questions. Try again.")
}
