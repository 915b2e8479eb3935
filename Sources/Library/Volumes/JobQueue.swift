import Linux

/// What waits for a volume's store thread, in three classes: what somebody waits for; what the scan brings, which
/// goes when nothing of the first class is left; and one job for when nothing else is.
final class JobQueue: Sendable {
  typealias Job = @Sendable (VolumeStore?) -> Void

  enum Urgency { case asked, background, idle }

  private struct State {
    var asked: [Job] = []
    var background: [Job] = []
    var idle: Job?
    var isClosed = false
    /// When somebody asked last.
    var lastAsked: Instant?
  }

  /// More requests than a hub of clients ever has under way; a further one is refused.
  static let mostAsked = 1024

  private let state = Monitor(State())

  /// From any thread; does not wait.
  /// - Returns: false where the queue is full or closed, or has an idle job already; the job is not taken then.
  func send(_ job: @escaping Job, _ urgency: Urgency) -> Bool {
    state.change { state in
      guard !state.isClosed, state.asked.count < Self.mostAsked, state.background.count < Self.mostAsked
      else {
        return false
      }
      switch urgency {
      case .asked:
        state.asked.append(job)
        state.lastAsked = Instant.now()
      case .background: state.background.append(job)
      case .idle:
        if state.idle != nil { return false }
        state.idle = job
      }
      return true
    }
  }

  /// Takes the next job, sleeping until there is one.
  /// - Parameters:
  ///   - pause: how long none may come before `resting` is called, once.
  /// - Returns: nil once the queue is closed and empty.
  func receive(restingAfter pause: Duration? = nil, _ resting: () -> Void = {}) -> Job? {
    if let pause {
      switch next(until: Instant.now() + pause) {
      case .job(let job): return job
      case .closed: return nil
      case .nothing: resting()
      }
    }
    guard case .job(let job) = next(until: nil) else { return nil }
    return job
  }

  private enum Received {
    case job(Job)
    case closed
    case nothing
  }

  private func next(until deadline: Instant?) -> Received {
    state.wait { state in
      if !state.asked.isEmpty { return .done(.job(state.asked.removeFirst())) }
      if !state.background.isEmpty { return .done(.job(state.background.removeFirst())) }
      if let job = state.idle {
        state.idle = nil
        return .done(.job(job))
      }
      if state.isClosed { return .done(.closed) }
      if let deadline, Instant.now() >= deadline { return .done(.nothing) }
      return .wait(until: deadline)
    }
  }

  /// Whether somebody waits: long background work ends for it.
  var hasAsked: Bool { state.withLock { !$0.asked.isEmpty } }

  /// Whether nobody has asked for anything for so long: who types asks again soon.
  func isQuiet(for duration: Duration) -> Bool {
    let last = state.withLock { $0.lastAsked }
    return last.map { Instant.now() - $0 >= duration } ?? true
  }

  /// No further job is taken; what waits is still received, but for the idle one.
  func close() {
    state.change {
      $0.isClosed = true
      $0.idle = nil
    }
  }
}
