import Linux
import Model

/// Writes that wait for the box's store thread. A commit takes all that are present when it begins.
final class PendingBoxWrites: Sendable {
  struct QueueSave: Sendable {
    enum Content: Sendable {
      case changes([QueueChange])
      case whole([QueueEntry])
    }

    let content: Content
    let version: UInt32
    let nextID: UInt32

    /// How much of a batch it takes: one, or as many as it inserts.
    var weight: Int {
      guard case .changes(let changes) = content else { return 1 }
      return changes.reduce(0) { $0 + $1.weight }
    }
  }

  struct Content: Sendable {
    var queue: [QueueSave] = []
    /// The weight of all in `queue`.
    var weight = 0
    /// For those who wait until all of it would survive a power cut.
    var replies: [Reply<StoreError?>] = []
    /// Whether somebody waits for more than what command lists have written so far.
    var isWaitedFor = false
    var order: [EntryID]?
    var settings: SavedSettings?
    var position: (SavedPosition, hint: [UInt8]?)?
    var values: [String: BoxValue?] = [:]
    var volumes: [KnownVolume] = []
    var counter: Int64?
    /// Changed bindings; nil removes one.
    var presets: [Int: PresetBinding?] = [:]
    var wantsCheckpoint = false

    /// Whether a commit is to begin now.
    var isUrgent: Bool { isWaitedFor || wantsCheckpoint || weight >= PendingBoxWrites.batchWeight }

    /// Whether there is anything that can wait for up to a second.
    var isLazy: Bool { hasLazyValues || !queue.isEmpty || position != nil }

    private var hasLazyValues: Bool {
      order != nil || settings != nil || !values.isEmpty || !volumes.isEmpty
    }

    /// Whether the commit is to be on the storage; the end of a command list flushes what the list wrote alone.
    var isFlushed: Bool { isWaitedFor || hasLazyValues }
  }

  // Edits of the queue that wait, as entries that they insert and one for each other edit.
  /// As many edits of a command list begin a commit before its end.
  static let batchWeight = 32_768
  /// From this weight on, command lists wait.
  static let roomyWeight = 65_536
  /// A further edit is refused: only edits without a waiting client can reach this.
  static let mostWeight = 262_144

  private let content = Guarded(Content())

  /// Does not wait for a commit.
  func change<Value: Sendable>(_ body: (inout Content) -> Value) -> Value {
    content.withLock { body(&$0) }
  }

  /// Keeps for another try what a failed commit held, where nothing newer has come meanwhile.
  func putBack(_ failed: Content) {
    change { content in
      content.order = content.order ?? failed.order
      content.settings = content.settings ?? failed.settings
      content.values.merge(failed.values) { new, _ in new }
      let newer = Set(content.volumes.map(\.id))
      content.volumes += failed.volumes.filter { !newer.contains($0.id) }
    }
  }

  /// Takes everything.
  func take() -> Content {
    change { content in
      defer { content = Content() }
      return content
    }
  }
}
