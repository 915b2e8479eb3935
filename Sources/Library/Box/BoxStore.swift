public import Linux
public import Model

/// Keeps what belongs to the box, in `STATE/box.sqlite` on a thread of its own. Loop thread only.
///
/// Edits of the queue that arrive in one turn of the loop, or while a commit runs, share the next commit; each is answered
/// when it would survive a power cut. Those of a command list (`defersFlush`) wait for the list's end, or for more to share
/// a commit with, and are flushed together by `flush`.
public final class BoxStore {
  private let pending = PendingBoxWrites()
  let worker: Worker<BoxWriter>
  private let loop: EventLoop
  private let registration: EventLoop.Registration
  private let mailbox: Mailbox<BoxCommit>
  private var schedule = CommitSchedule()
  private var lastFailure: StoreError?
  /// Gives the queue as it is in memory, to store it whole after a failure.
  private let wholeQueue: () -> [QueueEntry]
  /// A change could not be stored: the next one goes as the whole queue.
  private var isOutOfStep = false
  private var identity: [UInt8] = []
  private var counter: Int64 = 0
  /// A failure that nobody waits for: for the log.
  public var failed: (StoreError) -> Void = { _ in }

  /// Opens the database, waiting for it, and reads all of it: before the loop runs.
  ///
  /// - Parameters:
  ///   - folder: the box's state folder, which exists.
  ///   - wholeQueue: gives the queue as it is in memory.
  /// - Returns: what the box remembered.
  public static func open(
    folder: String, loop: EventLoop, wholeQueue: @escaping () -> [QueueEntry]
  ) throws(StoreError) -> (store: BoxStore, state: BoxState) {
    let opened = Answer<Result<BoxState, StoreError>>()
    let store = try mapSystemError { () throws(SystemError) in
      try BoxStore(folder: Array(folder.utf8), opened, loop: loop, wholeQueue: wholeQueue)
    }
    do throws(StoreError) {
      try mapSystemError { () throws(SystemError) in try store.worker.start() }
      let state = try opened.wait().get()
      store.identity = state.identity
      store.counter = state.counter
      return (store, state)
    } catch {
      store.worker.close()
      store.worker.waitUntilEnded()
      loop.remove(store.registration)
      throw error
    }
  }

  private init(
    folder: [UInt8], _ opened: Answer<Result<BoxState, StoreError>>, loop: EventLoop,
    wholeQueue: @escaping () -> [QueueEntry]
  ) throws(SystemError) {
    self.loop = loop
    self.wholeQueue = wholeQueue
    let mailbox = try Mailbox<BoxCommit>(capacity: Self.mostCommits)
    self.mailbox = mailbox
    worker = Worker(
      JobQueue(), name: "box store",
      hooks: Worker.Hooks(
        make: {
          var state = BoxState()
          do throws(StoreError) {
            let database = try BoxDatabase.open(folder: folder, state: &state)
            opened.give(.success(state))
            return BoxWriter(database)
          } catch {
            opened.give(.failure(error))
            return nil
          }
        }, close: { $0?.close() }))
    let relay = Relay()
    registration = try mailbox.attach(to: loop) { relay.store?.receive($0) }
    relay.store = self
  }

  /// Breaks the circle of store, loop and handler.
  private final class Relay {
    weak var store: BoxStore?
  }

  /// The one that is under way, and the last one.
  private static let mostCommits = 2
  /// How long what is not urgent may wait.
  static let patience = Duration.seconds(1)

  // MARK: Loop side

  /// Whether what is changed belongs to a command list: it is on the storage once `flush` has answered.
  public var defersFlush: Bool {
    get { schedule.defersFlush }
    set { schedule.defersFlush = newValue }
  }

  /// Stores changes of the queue that belong together, all or none, in their order. The queue in memory has them
  /// already.
  ///
  /// - Parameter completion: called on the loop, once: with nil when the change would survive a power cut.
  public func save(
    _ changes: [QueueChange], version: UInt32, nextID: UInt32, completion: @escaping (StoreError?) -> Void
  ) {
    let content: PendingBoxWrites.QueueSave.Content = isOutOfStep ? .whole(wholeQueue()) : .changes(changes)
    let save = PendingBoxWrites.QueueSave(content: content, version: version, nextID: nextID)
    let weight = save.weight
    guard let isWaitedFor = schedule.addEdit(weight: weight) else {
      isOutOfStep = true
      loop.schedule(at: loop.now) {
        completion(
          StoreError(.busy, "storage too slow: too many edits are waiting", path: BoxDatabase.fileName))
      }
      return
    }
    isOutOfStep = false
    let reply = Reply(completion)
    change { content in
      content.queue.append(save)
      content.weight += weight
      content.replies.append(reply)
      if isWaitedFor { content.isWaitedFor = true }
    }
  }

  /// Calls back once all that was changed with `defersFlush` would survive a power cut; at once where no edit waits.
  public func flush(completion: @escaping (StoreError?) -> Void) {
    if let isOfEdits = schedule.takeFlush() {
      let reply = isOfEdits ? Reply(completion) : nil
      change { content in
        content.isWaitedFor = true
        if let reply { content.replies.append(reply) }
      }
      if reply != nil { return }
    }
    completion(nil)
  }

  /// Whether command lists may continue: they wait while too many edits are not stored yet.
  public var hasRoom: Bool { schedule.hasRoom }

  /// Calls back, once, when `hasRoom`.
  public func whenRoomy(_ body: @escaping () -> Void) {
    if hasRoom { body() } else { schedule.add(waiter: body) }
  }

  /// The random order; on disk within a second.
  public func save(order: [EntryID]) { change { $0.order = order } }

  /// Volume and modes; on disk within a second.
  public func save(_ settings: SavedSettings) { change { $0.settings = settings } }

  /// Saves the playback position; on disk as soon as possible, without a reply.
  /// - Parameter hint: what lets the decoder find the position at once.
  public func save(_ position: SavedPosition, hint: [UInt8]? = nil) {
    let isWaitedFor = schedule.addPosition()
    change { content in
      content.position = (position, hint)
      if isWaitedFor { content.isWaitedFor = true }
    }
  }

  /// A value of any other kind; on disk within a second. nil forgets it.
  public func save(_ value: BoxValue?, as name: String) { change { $0.values[name] = .some(value) } }

  /// As `save(_:as:)`, for what somebody waits for.
  /// - Parameter completion: called on the loop, once: with nil when that would survive a power cut.
  public func save(_ value: BoxValue?, as name: String, completion: @escaping (StoreError?) -> Void) {
    let reply = Reply(completion)
    change {
      $0.isWaitedFor = true
      $0.values[name] = .some(value)
      $0.replies.append(reply)
    }
  }

  /// Remembers a volume; on disk within a second.
  public func remember(_ volume: KnownVolume) {
    change { content in
      content.volumes.removeAll { $0.id == volume.id }
      content.volumes.append(volume)
    }
  }

  /// Binds a preset to a playlist; nil takes it back.
  /// - Parameter completion: called on the loop, once: with nil when that would survive a power cut.
  public func save(
    _ binding: PresetBinding?, asPreset number: Int, completion: @escaping (StoreError?) -> Void
  ) {
    let reply = Reply(completion)
    change {
      $0.isWaitedFor = true
      $0.presets[number] = .some(binding)
      $0.replies.append(reply)
    }
  }

  /// A new stamp for something that will travel. The counter never repeats, also across power cuts.
  /// - Parameter completion: gets it once the counter is durable.
  public func stamp(completion: @escaping (Result<Stamp, StoreError>) -> Void) {
    counter += 1
    let stamp = Stamp(box: identity, counter: counter)
    let reply = Reply<StoreError?> { completion($0.map { .failure($0) } ?? .success(stamp)) }
    let counter = counter
    change {
      $0.isWaitedFor = true
      $0.counter = counter
      $0.replies.append(reply)
    }
  }

  /// Moves the log into the database file: at pause and stop.
  public func checkpoint() { change { $0.wantsCheckpoint = true } }

  /// Stores what still waits and closes the database, waiting for it: at the daemon's end. Completions that are due
  /// are called before this returns.
  public func close() {
    pending.change { $0.isWaitedFor = true }
    sendCommit()
    worker.close()
    worker.waitUntilEnded()
    while let commit = mailbox.receive() { receive(commit) }
    loop.remove(registration)
  }

  private func change(_ body: (inout PendingBoxWrites.Content) -> Void) {
    pending.change(body)
    commitWhatWaits()
  }

  /// Begins a commit now where that is urgent, else within a second.
  private func commitWhatWaits() {
    let (isUrgent, isLazy) = pending.change { ($0.isUrgent, $0.isLazy) }
    switch schedule.next(isUrgent: isUrgent, isLazy: isLazy) {
    case .none: break
    case .commit: commit()
    case .schedule:
      loop.schedule(after: Self.patience) { [weak self] in
        guard let self, schedule.isDue(), pending.change({ $0.isLazy }) else { return }
        commit()
      }
    }
  }

  /// Begins at the end of the turn: what else changes in it is in the same commit.
  private func commit() {
    schedule.begin()
    loop.schedule(at: loop.now) { [weak self] in self?.sendCommit() }
  }

  private func sendCommit() {
    _ = worker.send { [pending, mailbox] writer in
      guard let commit = writer?.commit(pending) else { return }
      while !mailbox.send(commit) { Pause.milliseconds(5) }
    }
  }

  private func receive(_ commit: BoxCommit) {
    schedule.ended(weight: commit.weight)
    if let error = commit.error {
      if !commit.replies.isEmpty { isOutOfStep = true }
      // A full disk is reported once and not with every try.
      if !commit.replies.isEmpty || error != lastFailure { failed(error) }
    }
    lastFailure = commit.error
    for reply in commit.replies { reply.deliver() }
    commitWhatWaits()
    for body in schedule.takeWaiters() { body() }
  }
}
