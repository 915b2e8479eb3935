import Linux
import Model
import Synchronization

/// The threads of one mounted volume: the store thread, which owns the database, the scan thread, the one that reads
/// pictures, and the one for other whole files (backups, playlists of other programs).
///
/// The methods are for the loop and do not wait. `deliver` is called on all of the threads.
final class VolumeWorker: Sendable {
  /// Scans that run or wait.
  static let mostScans = 32

  let key: UInt64
  let root: Root
  private let isFixed: Bool
  let jobs = JobQueue()
  let opener: VolumeOpener
  private let read: FileProber
  private let gate: ScanGate
  private let scans = WorkQueue<ScanRequest>(capacity: VolumeWorker.mostScans)
  private let pictures = WorkQueue<PictureJob>(capacity: 64)
  private let files = WorkQueue<FileJob>(capacity: 64)
  /// Used on the thread for whole files.
  let incoming = IncomingFiles()
  private let pictureCache: PictureCache?
  /// Of scans, and of pictures that are being read.
  private let scanCancellation = Cancellation()
  private let interruptHandle = Guarded<InterruptHandle?>(nil)
  /// Whether somebody has ended that before all was looked through.
  private let isCheckLeft = Atomic<Bool>(false)
  private let isFlushOwed = Atomic<Bool>(false)
  /// Whether what was written for command lists, by jobs that are answered, waits for a flush.
  var owesFlush: Bool { isFlushOwed.load(ordering: .acquiring) }
  /// Ends the look for damage that is under way.
  private let checking = Guarded<Cancellation?>(nil)
  let deliver: @Sendable (LibraryMessage) -> Void

  init(
    key: UInt64, opener: VolumeOpener, isFixed: Bool, read: @escaping FileProber, gate: ScanGate,
    pictures: PictureCache?,
    deliver: @escaping @Sendable (LibraryMessage) -> Void
  ) {
    self.key = key
    root = opener.root
    self.isFixed = isFixed
    self.opener = opener
    self.read = read
    self.gate = gate
    pictureCache = pictures
    self.deliver = deliver
  }

  /// Starts the store thread, which opens the database first.
  func start() throws(SystemError) -> Linux.Thread {
    try Thread.start(name: "store", payload: self) { $0.runStore() }
  }

  /// - Returns: false where too many wait already.
  func scan(_ request: ScanRequest) -> Bool { scans.send(request) }

  /// - Returns: false where too many wait already, or the volume is leaving: the job is not answered then.
  func find(_ picture: PictureJob) -> Bool { pictures.send(picture) }

  /// What reads or writes a whole file, asking the store a little at a time; nil where the volume is leaving.
  typealias FileJob = @Sendable (StoreChannel?) -> Void

  /// Runs `work` on the thread for whole files.
  /// - Parameter answer: called on that thread, also when the volume leaves meanwhile.
  /// - Returns: false where too many wait already, or the volume is leaving: `answer` is not called then.
  func askFiles<Value: Sendable>(
    _ work: @escaping @Sendable (StoreChannel) throws(StoreError) -> Value,
    answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
  ) -> Bool {
    files.send { channel in
      guard let channel else { return answer(.failure(.closed)) }
      do throws(StoreError) { answer(.success(try work(channel))) } catch { answer(.failure(error)) }
    }
  }

  /// Ends what is under way and lets everything go; `closed` is delivered last.
  ///
  /// - Parameter orderly: the volume is still there: the log is moved into the database first. Else nothing more is
  ///   written.
  func close(orderly: Bool) {
    scanCancellation.cancel()
    if !orderly {
      opener.closing.cancel()
      interruptHandle.withLock { $0 }?.interrupt()
      root.close()
    }
    scans.close()
    pictures.close()
    files.close()
    jobs.close()
  }

  /// Runs `work` on the store thread before anything in the background.
  /// - Parameters:
  ///   - defersFlush: what is written belongs to a command list, whose end flushes it.
  ///   - answer: called on the store thread, also when the volume leaves meanwhile.
  /// - Returns: false where too much waits or the volume is leaving: `answer` is not called then.
  func ask<Value: Sendable>(
    _ cancellation: Cancellation, defersFlush: Bool = false,
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
  ) -> Bool {
    let isTaken = jobs.send(
      { [self] store in
        guard let store else { return answer(.failure(.closed)) }
        let result = store.runCatchingFailure(cancellation, defersFlush: defersFlush, work)
        isFlushOwed.store(store.connection.owesFlush, ordering: .releasing)
        // Where a copy takes what the volume doesn't, nobody has to ask twice.
        if case .failure(let error) = result, error.kind == .full || error.kind == .unwritable, !store.isCopy
        {
          store.retryJob = { store in
            answer(
              store?.runCatchingFailure(cancellation, defersFlush: defersFlush, work) ?? .failure(.closed))
          }
        } else {
          answer(result)
        }
      }, .asked)
    if isTaken, let ending = checking.withLock({ $0 }) {
      // An interrupt ends a statement that runs; between two of them it would go by unheard.
      ending.cancel()
      interruptHandle.withLock { $0 }?.interrupt()
    }
    return isTaken
  }

  /// Checks the whole database for damage while the store is idle. A request in between restarts it, once the store is
  /// idle again for a moment.
  func check() {
    _ = jobs.send({ [self] store in if let store { runCheck(on: store) } }, .background)
  }

  /// Moves the database from the state folder back to the volume, where the volume takes writes again.
  func tryReturning() {
    _ = jobs.send({ store in store?.trouble = store?.trouble ?? .mayTakeWrites }, .background)
  }

  // MARK: Store thread

  private func runStore() {
    var store: VolumeStore?
    var recoveries = Recoveries()
    do {
      store = try openWhenFree()
    } catch {
      finish(error)
      return
    }
    guard let opened = store else { return }
    interruptHandle.withLock { $0 = opened.connection.interruptHandle }
    for note in opened.notes { deliver(.warning(note)) }
    let scanThread: Linux.Thread?
    do {
      let look = VolumeFingerprint.of(root, label: opener.label)
      deliver(
        .opened(
          key: key, opened.identity, name: opened.name, isCopy: opened.isCopy,
          trackCount: try opened.lastCount(),
          wasScanned: try opened.wasScanned(),
          fingerprint: look, mark: VolumeMark(of: root, isFixed: isFixed, look: look)))
      scanThread = try mapSystemError { () throws(SystemError) in
        try Thread.start(name: "scan", priority: .background, payload: self) { $0.runScans() }
      }
    } catch {
      opened.close()
      store = nil
      finish(error)
      return
    }
    var pictureThread: Linux.Thread?
    do throws(SystemError) {
      pictureThread = try Thread.start(name: "pictures", priority: .background, payload: self) {
        $0.runPictures()
      }
    } catch {
      deliver(.warning("no pictures for \(root.path): \(error)"))
      pictures.close()
      while let job = pictures.receive() { job.answer(.failure(.closed)) }
    }
    var fileThread: Linux.Thread?
    do throws(SystemError) {
      fileThread = try Thread.start(name: "files", priority: .background, payload: self) { $0.runFiles() }
    } catch {
      deliver(.warning("no backups for \(root.path): \(error)"))
      refuseFiles()
    }
    _ = jobs.send(
      { store in _ = store?.runCatchingFailure { (store) throws(StoreError) in try store.tryWriting() } },
      .background)
    // What a scan or a question took goes back as soon as nobody asks any more.
    func rest() {
      if let store, isCheckLeft.load(ordering: .acquiring) {
        runCheck(on: store)
        // Damage found is mended after a job.
        if store.trouble != nil { _ = jobs.send({ _ in }, .background) }
      }
      store?.rest()
      Memory.giveBackNow()
    }
    while let job = jobs.receive(restingAfter: Self.quiet, rest) {
      noticeDeletion(of: store, &recoveries)
      if store?.trouble == nil { job(store) } else { store?.retryJob = job }
      while let current = store, let trouble = current.trouble {
        let retryJob = current.retryJob
        current.retryJob = nil
        store = settle(trouble, current, &recoveries)
        interruptHandle.withLock { $0 = store?.connection.interruptHandle }
        retryJob?(store)
      }
    }
    interruptHandle.withLock { $0 = nil }
    if !opener.closing.isCancelled {
      // Also what was deleted while nobody asked for anything.
      noticeDeletion(of: store, &recoveries)
      if let current = store, case .deleted? = current.trouble {
        store = settle(.deleted, current, &recoveries)
      }
      try? store?.checkpoint()
    }
    store?.close()
    store = nil
    scanThread?.join()
    pictureThread.take()?.join()
    fileThread.take()?.join()
    finish(nil)
  }

  private func noticeDeletion(of store: VolumeStore?, _ recoveries: inout Recoveries) {
    guard let store else { return }
    if store.isCopy {
      noticeDeletionOfRoot(&recoveries)
    } else if !recoveries.isGivenUp, store.connection.isDeleted {
      store.trouble = .deleted
    }
  }

  private func noticeDeletionOfRoot(_ recoveries: inout Recoveries) {
    guard !recoveries.isRootGone, root.isDeleted else { return }
    recoveries.isRootGone = true
    deliver(.deleted(key: key))
  }

  func runCheck(on store: VolumeStore) {
    let ending = Cancellation()
    checking.withLock { $0 = ending }
    defer { checking.withLock { $0 = nil } }
    var isInterrupted = jobs.hasAsked
    if !isInterrupted {
      let result = store.runCatchingFailure(ending, retries: false) { (store) throws(StoreError) in
        try store.quickCheck()
      }
      if case .failure(let error) = result { isInterrupted = error.kind == .cancelled }
    }
    isCheckLeft.store(isInterrupted && !opener.closing.isCancelled, ordering: .releasing)
  }

  /// A second: nobody has to wait for the last attempt to know what keeps a volume from being used.
  private static let attemptsBeforeTold = 10

  /// The same volume may have left a moment ago, and its threads may not be done yet.
  private func openWhenFree() throws(StoreError) -> VolumeStore {
    for attempt in 0..<100 {
      do {
        return try opener.open()
      } catch  where error.kind == .busy && !opener.closing.isCancelled {
        if attempt == Self.attemptsBeforeTold { deliver(.held(key: key, error)) }
        Pause.milliseconds(100)
      }
    }
    return try opener.open()
  }

  private func finish(_ error: StoreError?) {
    jobs.close()
    while let job = jobs.receive() { job(nil) }
    pictures.close()
    while let job = pictures.receive() { job.answer(.failure(.closed)) }
    refuseFiles()
    root.close()
    if let error { deliver(.failed(key: key, error)) }
    deliver(.closed(key: key))
  }

  /// Goes over to another database when the one at hand is broken or takes no writes any more.
  /// - Returns: nil where there is none to go over to; every further job is then refused.
  private func settle(_ trouble: DatabaseFailure, _ store: VolumeStore, _ recoveries: inout Recoveries)
    -> VolumeStore?
  {
    store.trouble = nil
    if opener.closing.isCancelled { return store }
    switch trouble {
    case .damaged(let error):
      recoveries.rebuilds += 1
      guard recoveries.rebuilds <= Recoveries.mostRebuilds else {
        if recoveries.rebuilds == Recoveries.mostRebuilds + 1 {
          deliver(
            .warning(
              "\(error); the database fails repeatedly: it is not used until the volume is plugged in again"))
        }
        return store
      }
      deliver(.warning("\(error); the database is set aside and rebuilt"))
      do {
        // Where that breaks it again, the database stays without it.
        let new = try opener.rebuild(store, because: error, restores: recoveries.rebuilds == 1)
        for note in new.notes { deliver(.warning(note)) }
        deliver(.rebuilt(key: key))
        return new
      } catch {
        deliver(.warning("\(error)"))
        return nil
      }
    case .textIndexDamaged(let error):
      recoveries.rebuilds += 1
      guard recoveries.rebuilds <= Recoveries.mostRebuilds else { return store }
      deliver(.warning("\(error); the text indexes are rebuilt"))
      do throws(StoreError) {
        try store.clearTextIndex()
      } catch {
        return settle(.damaged(error), store, &recoveries)
      }
      deliver(.rebuilt(key: key))
      return store
    case .deleted:
      do throws(StoreError) {
        guard recoveries.mayRenew() else {
          throw StoreError(.unwritable, "deleted repeatedly", path: store.connection.path)
        }
        deliver(.warning("\(store.connection.path) was deleted while in use; it is written again"))
        let new = try opener.renew(store)
        for note in new.notes { deliver(.warning(note)) }
        return new
      } catch {
        let copy = settle(.takesNoWrites(error), store, &recoveries)
        if copy?.isCopy != true {
          recoveries.isGivenUp = true
          deliver(.warning("\(store.connection.path) was deleted; further changes are lost"))
        }
        noticeDeletionOfRoot(&recoveries)
        return copy
      }
    case .takesNoWrites(let error):
      if store.isCopy || opener.state == nil { return store }
      deliver(.warning("\(error); using a copy of the database in the state folder"))
      do {
        let new = try opener.relocate(store)
        deliver(.relocated(key: key, isCopy: true))
        return new
      } catch {
        deliver(.warning("\(error)"))
        return store
      }
    case .mayTakeWrites:
      do throws(StoreError) {
        // A volume that takes writes only for moments, or whose database is deleted repeatedly, stays with its copy.
        guard store.isCopy, try opener.hasRoom(for: store), recoveries.mayRenew() else { return store }
        guard let new = try opener.takeBack(store) else { return store }
        for note in new.notes { deliver(.warning(note)) }
        deliver(.relocated(key: key, isCopy: false))
        return new
      } catch {
        deliver(.warning("\(error); its database stays in the state folder"))
        return store
      }
    }
  }

  // MARK: Scan thread

  private func runScans() {
    while let request = scans.receive() {
      if scanCancellation.isCancelled { continue }
      let channel = StoreChannel(queue: jobs)
      let identity: VolumeID
      do throws(StoreError) {
        identity = try channel.perform { store in store.identity }
      } catch {
        deliver(.scan(key: key, .ended(request, error)))
        continue
      }
      var scanner = Scanner(
        root: root, volume: identity, store: channel, read: read, gate: gate, cancellation: scanCancellation,
        keepsLocalTime: root.keepsLocalTime
      ) { [deliver, key] event in deliver(.scan(key: key, event)) }
      scanner.run(request)
      fillTextIndexes(channel)
    }
  }

  /// Rows that one transaction takes into the text indexes while nobody waits.
  private static let mostIndexedAtOnce = 1000
  /// So long nobody may have asked before the indexes are made better, what is left of a check is done and memory goes back.
  private static let quiet = Duration.milliseconds(300)

  /// Takes rows into the text indexes, a batch at a time, until all are in or another scan waits. Begins where it was
  /// cut short after the next scan.
  private func fillTextIndexes(_ channel: StoreChannel) {
    do throws(StoreError) {
      var isLeft = true
      while isLeft, scans.isEmpty, !scanCancellation.isCancelled {
        guard gate.isOpen else {
          Pause.milliseconds(20)
          continue
        }
        let taken = try channel.perform { [self] (store) throws(StoreError) in
          try store.indexNext(limit: Self.mostIndexedAtOnce) {
            !jobs.hasAsked && gate.isOpen && scans.isEmpty && !scanCancellation.isCancelled
          }
        }
        isLeft = taken.isLeft
      }
      if !isLeft { deliver(.indexed(key: key)) }
      // Also what the scan wrote: nobody waits for the storage any more.
      if scans.isEmpty { try channel.perform { (store) throws(StoreError) in try store.checkpoint() } }
      var isChanged = false
      while !isLeft, scans.isEmpty, !scanCancellation.isCancelled {
        guard gate.isOpen, jobs.isQuiet(for: Self.quiet) else {
          Pause.milliseconds(20)
          continue
        }
        guard try channel.perform({ (store) throws(StoreError) in try store.mergeIndexes() }) else { break }
        isChanged = true
      }
      // A scan that waits does so at its end.
      if isChanged, scans.isEmpty {
        try channel.perform { (store) throws(StoreError) in try store.checkpoint() }
      }
    } catch {
      switch error.kind {
      // Damage is reported and mended by the store thread.
      case .cancelled, .closed, .textIndex, .corrupt, .foreign, .full, .unwritable: return
      default: deliver(.warning("\(error); the next scan completes the index"))
      }
    }
  }

  // MARK: Thread for whole files

  private func runFiles() {
    VolumeFile.removeLeftovers(in: root)
    IncomingFiles.removeLeftovers(in: root)
    let channel = StoreChannel(queue: jobs)
    while let job = files.receive() { job(scanCancellation.isCancelled ? nil : channel) }
    incoming.dropAll(in: root)
  }

  private static let longestWaitForPlayback = 50

  /// Sleeps while playback needs the storage, but at most a second: what others send must not stand still for ever.
  func waitForPlayback() {
    for _ in 0..<Self.longestWaitForPlayback where !gate.isOpen && !scanCancellation.isCancelled {
      Pause.milliseconds(20)
    }
  }

  private func refuseFiles() {
    files.close()
    while let job = files.receive() { job(nil) }
  }

  // MARK: Picture thread

  private func runPictures() {
    let reader = PictureReader(root: root, cache: pictureCache, closing: scanCancellation) { [deliver] in
      deliver(.warning($0))
    }
    while let job = pictures.receive() {
      let isWanted = !scanCancellation.isCancelled && !job.cancellation.isCancelled
      job.answer(isWanted ? reader.answer(job.request) : .failure(.closed))
    }
  }
}
