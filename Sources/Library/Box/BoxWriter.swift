import Model

/// Commits what waits for the box's database, on the thread that owns it.
final class BoxWriter {
  private let database: BoxDatabase
  /// After a failed change, later ones would be applied to another queue than they were made for.
  private var isOutOfStep = false

  init(_ database: BoxDatabase) { self.database = database }

  func close() { database.close() }

  /// Commits all that waits as one.
  func commit(_ pending: PendingBoxWrites) -> BoxCommit {
    let content = pending.take()
    var failure: StoreError?
    do throws(StoreError) {
      try commit(content)
    } catch {
      failure = error
      if !content.queue.isEmpty { isOutOfStep = true }
      pending.putBack(content)
    }
    if content.wantsCheckpoint, failure == nil { try? database.checkpoint() }
    for reply in content.replies { reply.set(failure) }
    return BoxCommit(replies: content.replies, weight: content.weight, error: failure)
  }

  private func commit(_ content: PendingBoxWrites.Content) throws(StoreError) {
    guard content.isWaitedFor || content.isLazy else { return }
    var outOfStep = isOutOfStep
    // One flush is enough: where the end of a list waits for an earlier commit, it is left to that.
    let defersFlush = !content.isFlushed || database.owesFlush
    try database.commit(defersFlush: defersFlush) { () throws(StoreError) in
      var changes: [QueueChange] = []
      for save in content.queue {
        switch save.content {
        case .whole(let entries):
          // All before it is in it.
          changes = []
          try database.write(whole: entries, version: save.version, nextID: save.nextID)
          outOfStep = false
        case .changes(let some): changes += some
        }
      }
      if !changes.isEmpty, let last = content.queue.last {
        if outOfStep {
          throw StoreError(.other, "an edit before this one was not stored", path: BoxDatabase.fileName)
        }
        try database.write(changes, version: last.version, nextID: last.nextID)
      }
      if let order = content.order { try database.write(order: order) }
      if let settings = content.settings { try database.write(settings) }
      if let (position, hint) = content.position { try database.write(position, hint: hint) }
      for (name, value) in content.values { try database.write(value, as: name) }
      for volume in content.volumes { try database.write(volume) }
      for (number, binding) in content.presets { try database.write(binding, asPreset: number) }
      if let counter = content.counter { try database.write(counter: counter) }
    }
    isOutOfStep = outOfStep
    if content.isFlushed { try database.flush() }
  }
}

/// Result of a commit, for the loop.
struct BoxCommit: Sendable {
  let replies: [Reply<StoreError?>]
  /// Weight of its edits of the queue.
  let weight: Int
  let error: StoreError?
}
