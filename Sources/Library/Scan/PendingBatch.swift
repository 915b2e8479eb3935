import Linux
import Model

/// A batch that the store writes while the scan continues.
struct PendingBatch {
  let batch: ScanBatch
  /// The events to report once it is written.
  let found: [TrackReference]
  let answer: Answer<Result<Written, StoreError>>

  /// The rows' numbers, in the order of the batch's files, and how many are not what they were.
  typealias Written = (rows: [Int64], changed: Int)

  private let cancellation: Cancellation

  /// - Parameter cancellation: of the scan: a batch that is not being written by then is dropped, since nothing would
  ///   report it.
  init(
    _ batch: ScanBatch, found: [TrackReference], to store: StoreChannel, _ cancellation: Cancellation
  ) throws(StoreError) {
    self.batch = batch
    self.found = found
    self.cancellation = cancellation
    answer = try store.start(Self.writing(batch, cancellation))
  }

  /// Sleeps until it is written.
  func rows(_ store: StoreChannel) throws(StoreError) -> Written {
    do {
      return try answer.wait().get()
    } catch  where error.kind == .full {
      // The spare file has given way by now, if there was one.
      return try store.perform(Self.writing(batch, cancellation))
    }
  }

  private static func writing(
    _ batch: ScanBatch, _ cancellation: Cancellation
  ) -> @Sendable (VolumeStore) throws(StoreError) -> Written {
    { (store) throws(StoreError) in
      if cancellation.isCancelled { throw StoreError(.cancelled, "the scan was ended", path: "") }
      return try store.batches.apply(batch, wallClock: WallClock.synchronised().map { .seconds($0) })
    }
  }
}
