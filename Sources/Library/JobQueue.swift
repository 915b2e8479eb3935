import Linux

/// What waits for a volume's store thread, in two classes: what somebody waits for, and what the scan brings, which
/// goes when nothing of the first class is left.
final class JobQueue: Sendable {
  typealias Job = @Sendable (VolumeStore?) -> Void

  enum Urgency { case asked, background }

  private struct State {
    var asked: [Job] = []
    var background: [Job] = []
    var isClosed = false
  }

  /// More requests than a hub of clients ever has under way; a further one is refused.
  static let mostAsked = 1024

  private let state = Monitor(State())

  /// From any thread; does not wait.
  /// - Returns: false where the queue is full or closed; the job is not taken then.
  func send(_ job: @escaping Job, _ urgency: Urgency) -> Bool {
    state.change { state in
      guard !state.isClosed, state.asked.count < Self.mostAsked, state.background.count < Self.mostAsked
      else {
        return false
      }
      switch urgency {
      case .asked: state.asked.append(job)
      case .background: state.background.append(job)
      }
      return true
    }
  }

  /// Takes the next job, sleeping until there is one.
  /// - Returns: nil once the queue is closed and empty.
  func receive() -> Job? {
    state.wait { state in
      if !state.asked.isEmpty { return .done(state.asked.removeFirst()) }
      if !state.background.isEmpty { return .done(state.background.removeFirst()) }
      return state.isClosed ? .done(nil) : .wait()
    }
  }

  /// Whether somebody waits: long background work ends for it.
  var hasAsked: Bool { state.withLock { !$0.asked.isEmpty } }

  /// No further job is taken; what waits is still received.
  func close() { state.change { $0.isClosed = true } }
}
