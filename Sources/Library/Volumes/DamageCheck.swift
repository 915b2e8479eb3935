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
    let ending = Cancellation()
    running.withLock { $0 = ending }
    defer { running.withLock { $0 = nil } }
    var isInterrupted = jobs.hasAsked
    if !isInterrupted {
      let result = store.runCatchingFailure(ending, retries: false) { (store) throws(StoreError) in
        try store.quickCheck()
      }
      if case .failure(let error) = result { isInterrupted = error.kind == .cancelled }
    }
    isLeft.store(isInterrupted && !closing.isCancelled, ordering: .releasing)
  }

  /// On the store thread.
  func runWhatIsLeft(on store: VolumeStore) {
    if isLeft.load(ordering: .acquiring) { run(on: store) }
  }

  /// From any thread.
  /// - Returns: whether one was under way.
  func end() -> Bool {
    guard let ending = running.withLock({ $0 }) else { return false }
    ending.cancel()
    return true
  }
}
