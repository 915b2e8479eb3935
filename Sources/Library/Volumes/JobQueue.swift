import Linux

/// The jobs that wait for a thread, in three classes: what somebody waits for; what goes when nothing of the first class
/// is left; and one job for when nothing else is.
package final class JobQueue<Context>: Sendable {
  /// Gets nil where it is refused.
  typealias Job = @Sendable (Context?) -> Void

  enum Urgency { case asked, background, idle }

  private struct State {
    var asked: [Job] = []
    var background: [Job] = []
    var idle: Job?
    var isClosed = false
    /// When somebody asked last.
    var lastAsked: Instant?
  }

  private let capacity: Int
  private let state = Monitor(State())

  /// - Parameter capacity: how many jobs of a class may wait. Default: more requests than clients ever have under way.
  init(capacity: Int = 1024) { self.capacity = capacity }

  /// From any thread; does not wait.
  /// - Returns: false where the queue is full or closed, or has an idle job already; the job is not taken then.
  func send(_ job: @escaping Job, _ urgency: Urgency) -> Bool {
    state.change { state in
      guard !state.isClosed, state.asked.count < capacity, state.background.count < capacity else {
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
  ///   - resting: whether to wait on.
  /// - Returns: nil once the queue is closed and empty, or where `resting` ended the wait.
  func receive(restingAfter pause: Duration? = nil, _ resting: () -> Bool = { true }) -> Job? {
    if let pause {
      switch next(until: Instant.now() + pause) {
      case .job(let job): return job
      case .closed: return nil
      case .nothing: if !resting() { return nil }
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
  package var hasAsked: Bool { state.withLock { !$0.asked.isEmpty } }

  var isEmpty: Bool { state.withLock { $0.asked.isEmpty && $0.background.isEmpty && $0.idle == nil } }

  /// Whether nobody has asked for anything for so long: who types asks again soon.
  package func isQuiet(for duration: Duration) -> Bool {
    let last = state.withLock { $0.lastAsked }
    return last.map { Instant.now() - $0 >= duration } ?? true
  }

  /// Drops what waits.
  func clear() {
    state.change { state in
      (state.asked, state.background, state.idle) = ([], [], nil)
    }
  }

  /// No further job is taken; what waits is still received, but for the idle one.
  func close() {
    state.change {
      $0.isClosed = true
      $0.idle = nil
    }
  }
}
