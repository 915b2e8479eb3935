/// The way of a volume's other threads to its store.
struct StoreChannel: Sendable {
  let queue: JobQueue<VolumeStore>

  /// Asks, and sleeps until the store thread has answered.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try start(work).wait().get()
  }

  /// Asks; the answer comes once the store thread has done all earlier jobs.
  func start<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Answer<Result<Value, StoreError>> {
    let answer = Answer<Result<Value, StoreError>>()
    let job: JobQueue<VolumeStore>.Job = { store in
      guard let store else { return answer.give(.failure(.closed)) }
      answer.give(store.runCatchingFailure { (store) throws(StoreError) in try work(store) })
    }
    guard queue.send(job, .background) else { throw .closed }
    return answer
  }

  /// Has the store take some rows into the text indexes once it has nothing else to do.
  func indexWhenIdle() {
    // Where one waits already, that will do.
    _ = queue.send(
      { [queue] store in
        _ = store?.runCatchingFailure { (store) throws(StoreError) in
          try store.textIndex.takeNext(limit: Self.mostIndexedIdly) { !queue.hasAsked }
        }
      }, .idle)
  }

  /// Each time begins a piece of the indexes, so the rows are not too few; nor are they too many for the batches that a
  /// scan lets gather.
  static let mostIndexedIdly = 300
}

extension StoreError {
  static let closed = StoreError(.closed, "the volume is gone", path: "")
}

extension VolumeStore {
  /// Runs `work` for a caller that may cancel it, and notes whether its failure needs another database.
  /// - Parameters:
  /// - defersFlush: the writes belong to a command list, whose end flushes them.
  /// - retries: whether an interrupt that was meant for something else is ignored.
  func runCatchingFailure<Value>(
    _ cancellation: Cancellation? = nil, defersFlush: Bool = false, retries: Bool = true,
    _ work: (VolumeStore) throws(StoreError) -> Value
  ) -> Result<Value, StoreError> {
    connection.cancellation = cancellation
    connection.defersFlush = defersFlush
    defer {
      connection.cancellation = nil
      connection.defersFlush = false
    }
    for isLastTry in retries ? [false, true] : [true] {
      do {
        return .success(try work(self))
      } catch {
        switch error.kind {
        case .foreign where error.isBrokenReference && hasWholeReferences(): return .failure(error.of(.other))
        case .corrupt, .foreign: trouble = .damaged(error)
        case .textIndex: trouble = trouble ?? .textIndexDamaged(error)
        case .full, .unwritable: trouble = trouble ?? .takesNoWrites(error)
        // An interrupt that was meant for a check which had just ended (`VolumeWorker.check`).
        case .cancelled where !isLastTry && !connection.isInterrupted: continue
        default: break
        }
        return .failure(error)
      }
    }
    return .failure(.closed)
  }

  /// Whether no row on the storage refers to a missing one, and the topmost folder is there: then a write that breaks a
  /// reference is a mistake of this program, and the database is not to blame (PRAGMA foreign_key_check).
  private func hasWholeReferences() -> Bool {
    do throws(StoreError) {
      var isWhole = try connection.first("SELECT 1 FROM folders WHERE id = 1") { _ in true } ?? false
      try connection.forEachWhile("PRAGMA foreign_key_check") { _ in
        isWhole = false
        return false
      }
      return isWhole
    } catch {
      return false
    }
  }
}
