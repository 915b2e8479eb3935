import Linux
import Model

/// The way of rows to the store, which writes batches while the scan continues, and the events about them.
struct BatchPipe {
  /// Batches on their way to the store: the scan continues while that takes rows into the text indexes.
  private static let mostPending = 4

  let store: StoreChannel
  let cancellation: Cancellation
  let report: (ScanEvent) -> Void
  /// Whether songs of the volume may look for the files that are new.
  var notesNew = true
  var batch = ScanBatch()
  /// The events to report once the store has it.
  var found: [TrackReference] = []
  /// Batches that the store is writing, the oldest first.
  private var pending: [PendingBatch] = []
  /// Whether a change is to be reported at once: the first of a new volume.
  var isEarly = false
  /// Rows have changed since that was reported.
  var hasChanged = false
  private var lastFlush = Instant.now()
  private var lastChange = Instant.now()
  /// Rows that were written since the store was asked to take some into the text indexes, and when that was.
  private var indexing = (rows: 0, last: Instant.now())

  init(store: StoreChannel, cancellation: Cancellation, report: @escaping (ScanEvent) -> Void) {
    (self.store, self.cancellation, self.report) = (store, cancellation, report)
  }

  /// Hands over the batch where it is full or old, and takes what the store has written.
  mutating func goOn(_ seen: inout SeenRows) throws(StoreError) {
    if pending.first?.answer.isGiven == true { try settle(atMost: pending.count - 1, &seen) }
    if batch.isFull || (!batch.files.isEmpty && Instant.now() - lastFlush > .seconds(1)) { try flush(&seen) }
  }

  /// Takes what the store still writes: written rows are reported all the same, as nothing would report a moved file later.
  mutating func end(_ seen: inout SeenRows) {
    while !pending.isEmpty { try? settle(pending.removeFirst(), &seen) }
  }

  /// Hands over the batch. The store writes it while the scan continues.
  mutating func flush(_ seen: inout SeenRows) throws(StoreError) {
    lastFlush = .now()
    guard !batch.isEmpty else {
      try settle(&seen)
      tell(found)
      found = []
      return
    }
    var next = batch
    batch = ScanBatch()
    next.notesNew = notesNew
    try settle(atMost: Self.mostPending - 1, &seen)
    pending.append(try PendingBatch(next, found: found, to: store, cancellation))
    found = []
  }

  /// Waits until at most this number of batches is left to be written.
  mutating func settle(atMost count: Int = 0, _ seen: inout SeenRows) throws(StoreError) {
    while pending.count > count { try settle(pending.removeFirst(), &seen) }
  }

  /// Waits until it is written, and reports it.
  private mutating func settle(_ batch: PendingBatch, _ seen: inout SeenRows) throws(StoreError) {
    let (rows, changed) = try batch.rows(store)
    for id in rows { seen.insert(id) }
    if changed == 0 { return tell(batch.found) }
    let isFirst = !hasChanged && isEarly
    hasChanged = true
    let now = Instant.now()
    if isFirst || now - lastChange > .seconds(10) {
      lastChange = now
      hasChanged = false
      report(.changed)
    }
    tell(batch.found)
    indexing.rows += batch.batch.files.count
    if indexing.rows >= StoreChannel.mostIndexedIdly || now - indexing.last > .seconds(5) {
      indexing = (0, now)
      store.indexWhenIdle()
    }
  }

  private func tell(_ found: [TrackReference]) {
    for start in stride(from: 0, to: found.count, by: ScanBatch.most) {
      report(.found(Array(found[start..<min(start + ScanBatch.most, found.count)])))
    }
  }
}
