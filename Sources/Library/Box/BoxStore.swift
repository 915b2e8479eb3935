public import Linux
public import Model

/// Keeps what belongs to the box, in `STATE/box.sqlite` on a thread of its own. Loop thread only.
///
/// Edits of the queue that arrive while a commit runs share the next one; each is answered when it would survive a
/// power cut. Those of a command list (`defersFlush`) wait for the list's end, or for more to share a commit with, and are
/// flushed together by `flush`.
public final class BoxStore {
  private struct Reply: Sendable {
    let tickets: [UInt64]
    let error: StoreError?
  }

  private let inbox = PendingBoxWrites()
  private let loop: EventLoop
  private let registration: EventLoop.Registration
  private let mailbox: Mailbox<Reply>
  private var thread: Linux.Thread?
  private var waiting: [UInt64: (StoreError?) -> Void] = [:]
  /// The weights of edits that are not committed yet, by their tickets.
  private var weights: [UInt64: Int] = [:]
  private var uncommittedWeight = 0
  private var roomWaiters: [() -> Void] = []
  /// Whether what is changed belongs to a command list: it is on the storage once `flush` has answered.
  public var defersFlush = false
  /// Whether an edit, or a position, waits for that.
  private var (owesFlushOfEdits, owesFlush) = (false, false)
  private var nextTicket: UInt64 = 1
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
    let store = try mapSystemError { () throws(SystemError) in
      try BoxStore(loop: loop, wholeQueue: wholeQueue)
    }
    let opened = Answer<Result<BoxState, StoreError>>()
    let payload = ThreadPayload(
      folder: Array(folder.utf8), inbox: store.inbox, mailbox: store.mailbox, opened: opened)
    store.thread = try mapSystemError { () throws(SystemError) in
      try Thread.start(name: "box store", payload: payload) { Self.run($0) }
    }
    do {
      let state = try opened.wait().get()
      store.identity = state.identity
      store.counter = state.counter
      return (store, state)
    } catch {
      store.thread.take()?.join()
      loop.remove(store.registration)
      throw error
    }
  }

  private init(loop: EventLoop, wholeQueue: @escaping () -> [QueueEntry]) throws(SystemError) {
    self.loop = loop
    self.wholeQueue = wholeQueue
    let mailbox = try Mailbox<Reply>(capacity: Self.mostReplies)
    self.mailbox = mailbox
    let relay = Relay()
    registration = try mailbox.attach(to: loop) { relay.store?.receive($0) }
    relay.store = self
  }

  /// Breaks the circle of store, loop and handler.
  private final class Relay {
    weak var store: BoxStore?
  }

  /// Commits that the loop has not processed; the thread waits for it then.
  private static let mostReplies = 2048

  // MARK: Loop side

  /// Stores changes of the queue that belong together, all or none, in their order. The queue in memory has them
  /// already.
  ///
  /// - Parameter completion: called on the loop, once: with nil when the change would survive a power cut.
  public func save(
    _ changes: [QueueChange], version: UInt32, nextID: UInt32, completion: @escaping (StoreError?) -> Void
  ) {
    let ticket = ticket(completion)
    let content: PendingBoxWrites.QueueSave.Content = isOutOfStep ? .whole(wholeQueue()) : .changes(changes)
    let save = PendingBoxWrites.QueueSave(content: content, version: version, nextID: nextID, ticket: ticket)
    let weight = save.weight
    if uncommittedWeight < PendingBoxWrites.mostWeight {
      isOutOfStep = false
      weights[ticket] = weight
      uncommittedWeight += weight
      if defersFlush { (owesFlushOfEdits, owesFlush) = (true, true) }
      let isWaitedFor = !defersFlush
      inbox.change { content in
        content.queue.append(save)
        content.weight += weight
        if isWaitedFor { content.isWaitedFor = true }
      }
    } else {
      isOutOfStep = true
      loop.schedule(at: loop.now) { [weak self] in
        self?.answer(
          [ticket],
          StoreError(.busy, "storage too slow: too many edits are waiting", path: BoxDatabase.fileName))
      }
    }
  }

  /// Calls back once all that was changed with `defersFlush` would survive a power cut; at once where no edit waits.
  public func flush(completion: @escaping (StoreError?) -> Void) {
    if owesFlush {
      let tickets = owesFlushOfEdits ? [ticket(completion)] : []
      let isAnswered = owesFlushOfEdits
      (owesFlushOfEdits, owesFlush) = (false, false)
      inbox.change { content in
        content.isWaitedFor = true
        content.flushTickets += tickets
      }
      if isAnswered { return }
    }
    completion(nil)
  }

  /// Whether command lists may continue: they wait while too many edits are not stored yet.
  public var hasRoom: Bool { uncommittedWeight < PendingBoxWrites.roomyWeight }

  /// Calls back, once, when `hasRoom`.
  public func whenRoomy(_ body: @escaping () -> Void) {
    if hasRoom { body() } else { roomWaiters.append(body) }
  }

  /// The random order; on disk within a second.
  public func save(order: [EntryID]) { inbox.change { $0.order = order } }

  /// Volume and modes; on disk within a second.
  public func save(_ settings: SavedSettings) { inbox.change { $0.settings = settings } }

  /// Where playback stands; on disk as soon as may be, and nobody waits for it.
  /// - Parameter hint: what lets the decoder find the position at once.
  public func save(_ position: SavedPosition, hint: [UInt8]? = nil) {
    if defersFlush { owesFlush = true }
    let isWaitedFor = !defersFlush
    inbox.change { content in
      content.position = (position, hint)
      if isWaitedFor { content.isWaitedFor = true }
    }
  }

  /// A value of any other kind; on disk within a second. nil forgets it.
  public func save(_ value: BoxValue?, as name: String) { inbox.change { $0.values[name] = .some(value) } }

  /// Remembers a volume; on disk within a second.
  public func remember(_ volume: KnownVolume) {
    inbox.change { content in
      content.volumes.removeAll { $0.id == volume.id }
      content.volumes.append(volume)
    }
  }

  /// Binds a preset to a playlist; nil takes it back.
  /// - Parameter completion: called on the loop, once: with nil when that would survive a power cut.
  public func save(
    _ binding: PresetBinding?, asPreset number: Int, completion: @escaping (StoreError?) -> Void
  ) {
    let ticket = ticket(completion)
    inbox.change {
      $0.isWaitedFor = true
      $0.presets[number] = .some(binding)
      $0.presetTickets.append(ticket)
    }
  }

  /// Which imports can be undone.
  /// - Parameter completion: called on the loop, once: with nil when that would survive a power cut.
  public func save(_ imports: ImportHistory, completion: @escaping (StoreError?) -> Void) {
    let ticket = ticket(completion)
    inbox.change {
      $0.isWaitedFor = true
      $0.imports = imports
      $0.importTickets.append(ticket)
    }
  }

  /// A new stamp for something that will travel. The counter never repeats, also across power cuts.
  /// - Parameter completion: gets it once the counter is durable.
  public func stamp(completion: @escaping (Result<Stamp, StoreError>) -> Void) {
    counter += 1
    let stamp = Stamp(box: identity, counter: counter)
    let ticket = ticket { error in completion(error.map { .failure($0) } ?? .success(stamp)) }
    let counter = counter
    inbox.change {
      $0.isWaitedFor = true
      $0.counter = counter
      $0.counterTickets.append(ticket)
    }
  }

  /// Moves the log into the database file: at pause and stop.
  public func checkpoint() { inbox.change { $0.wantsCheckpoint = true } }

  /// Stores what still waits and closes the database, waiting for it: at the daemon's end. Completions that are due
  /// are called before this returns.
  public func close() {
    inbox.change { $0.isClosing = true }
    thread.take()?.join()
    while let reply = mailbox.receive() { receive(reply) }
    loop.remove(registration)
  }

  private func ticket(_ completion: @escaping (StoreError?) -> Void) -> UInt64 {
    defer { nextTicket += 1 }
    waiting[nextTicket] = completion
    return nextTicket
  }

  private func receive(_ reply: Reply) {
    if let error = reply.error {
      if !reply.tickets.isEmpty { isOutOfStep = true }
      failed(error)
    }
    answer(reply.tickets, reply.error)
  }

  private func answer(_ tickets: [UInt64], _ error: StoreError?) {
    for ticket in tickets { uncommittedWeight -= weights.removeValue(forKey: ticket) ?? 0 }
    for ticket in tickets { waiting.removeValue(forKey: ticket)?(error) }
    guard hasRoom, !roomWaiters.isEmpty else { return }
    let waiters = roomWaiters
    roomWaiters = []
    for body in waiters { body() }
  }

  // MARK: Thread side

  private struct ThreadPayload: Sendable {
    let folder: [UInt8]
    let inbox: PendingBoxWrites
    let mailbox: Mailbox<Reply>
    let opened: Answer<Result<BoxState, StoreError>>
  }

  private static func run(_ payload: ThreadPayload) {
    var state = BoxState()
    let database: BoxDatabase
    do {
      database = try BoxDatabase.open(folder: payload.folder, state: &state)
    } catch {
      return payload.opened.give(.failure(error))
    }
    payload.opened.give(.success(state))
    // After a failed change, later ones would be applied to another queue than they were made for.
    var isOutOfStep = false
    var lastFailure: StoreError?
    while true {
      let content = payload.inbox.take()
      var failure: StoreError?
      do {
        try commit(content, to: database, isOutOfStep: &isOutOfStep)
      } catch {
        failure = error
        if !content.queue.isEmpty { isOutOfStep = true }
        if !content.isClosing { payload.inbox.putBack(content) }
      }
      let tickets =
        content.queue.map(\.ticket) + content.counterTickets + content.presetTickets + content.importTickets
        + content.flushTickets
      // A full disk is said once and not with every try.
      if !tickets.isEmpty || failure != lastFailure {
        let reply = Reply(tickets: tickets, error: failure)
        // The loop processes a full mailbox in one turn, so this is the largest backlog.
        while !payload.mailbox.send(reply) { Pause.milliseconds(5) }
      }
      lastFailure = failure
      if content.wantsCheckpoint, failure == nil { try? database.checkpoint() }
      if content.isClosing { break }
    }
    database.close()
  }

  private static func commit(
    _ content: PendingBoxWrites.Content, to database: BoxDatabase, isOutOfStep: inout Bool
  ) throws(StoreError) {
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
      if let imports = content.imports { try database.write(imports) }
      if let counter = content.counter { try database.write(counter: counter) }
    }
    isOutOfStep = outOfStep
    if content.isFlushed { try database.flush() }
  }
}
