import Linux
import Synchronization

/// The look for damage in a volume's whole database. It runs while the store is idle: a request in between ends it, and
/// it begins again once nobody has asked for a moment.
final class DamageCheck: Sendable {
  private let jobs: JobQueue<VolumeStore>
  private let closing: Cancellation
  /// Whether somebody has ended it before all was looked through.
  private let isLeft = Atomic<Bool>(false)
  /// Ends the one that is under way.
  private let running = Guarded<Cancellation?>(nil)

  init(_ jobs: JobQueue<VolumeStore>, closing: Cancellation) {
    self.jobs = jobs
    self.closing = closing
  }

  /// On the store thread.
  func run(on store: VolumeStore) {
    run { ending in
      var isInterrupted = jobs.hasAsked
      if !isInterrupted {
        let result = store.runCatchingFailure(ending, retries: false) { (store) throws(StoreError) in
          try store.quickCheck()
        }
        if case .failure(let error) = result { isInterrupted = error.kind == .cancelled }
      }
      isLeft.store(isInterrupted && !closing.isCancelled, ordering: .releasing)
    }
  }

  /// Runs `check`, which `end` cancels.
  func run(_ check: (Cancellation) -> Void) {
    let ending = Cancellation()
    running.withLock { $0 = ending }
    check(ending)
    running.withLock { $0 = nil }
  }

  /// On the store thread.
  func runWhatIsLeft(on store: VolumeStore) {
    if isLeft.load(ordering: .acquiring) { run(on: store) }
  }

  /// Ends the check that is under way. From any thread.
  ///
  /// - Parameter interrupt: ends the statement that runs. The store thread starts no other job before it returns: the interrupt
  ///   would end that job's statement.
  func end(_ interrupt: () -> Void) {
    running.withLock { ending in
      guard let ending else { return }
      ending.cancel()
      interrupt()
    }
  }
}
