/// The way of a volume's other threads to its store.
package struct StoreChannel: Sendable {
  package let queue: JobQueue<VolumeStore>

  /// Asks, and sleeps until the store thread has answered.
  package func perform<Value: Sendable>(
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
    // If one waits already, it is enough.
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
  package static let closed = StoreError(.closed, "the volume is gone", path: "")
}
