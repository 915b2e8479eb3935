package import Linux
import Model
import Synchronization

/// The threads of one mounted volume: the store thread, which owns the database; while they have something to do, one
/// that scans and one for whole files (backups, playlists of other programs); and from the first picture on one that
/// reads pictures.
///
/// The methods are for the loop and do not wait. `deliver` is called on all of the threads.
package final class VolumeWorker: Sendable {
  /// Scans that run or wait.
  static let mostScans = 32
  /// So long nobody may have asked before the indexes are made better, what is left of a check is done and memory goes back.
  private static let quiet = Duration.milliseconds(300)
  /// So long a thread other than the store's waits for its next job.
  private static let idle = Duration.seconds(2)

  private let readers: FileReaders
  private let gate: ScanGate
  private let store: Worker<VolumeStore>
  private let thread: StoreThread
  private let scans: Worker<StoreChannel>
  private let pictures: Worker<PictureReader>
  private let files: Worker<Void>
  /// Cancels scans and the reading of pictures.
  private let scanCancellation: Cancellation
  private let isFlushOwed = Atomic<Bool>(false)

  package var key: UInt64 { thread.key }
  var opener: VolumeOpener { thread.opener }
  package var root: Root { opener.root }
  var deliver: @Sendable (LibraryMessage) -> Void { thread.deliver }
  /// Jobs that wait for the store thread.
  var jobs: JobQueue<VolumeStore> { store.jobs }
  /// Whether what was written for command lists, by jobs that are answered, waits for a flush.
  var owesFlush: Bool { isFlushOwed.load(ordering: .acquiring) }

  init(
    key: UInt64, opener: VolumeOpener, readers: FileReaders, gate: ScanGate,
    pictures cache: PictureCache?, deliver: @escaping @Sendable (LibraryMessage) -> Void
  ) {
    self.readers = readers
    self.gate = gate
    let (root, cancellation) = (opener.root, Cancellation())
    scanCancellation = cancellation
    let jobs = JobQueue<VolumeStore>()
    let thread = StoreThread(
      key: key, opener: opener, check: DamageCheck(jobs, closing: opener.closing),
      deliver: deliver)
    self.thread = thread

    func helper<Context>(
      _ name: StaticString, capacity: Int, priority: Thread.Priority = .background, endsAtRest: Bool = true,
      _ make: @escaping @Sendable () -> Context
    ) -> Worker<Context> {
      Worker(
        JobQueue(capacity: capacity), name: name, priority: priority, rest: Self.idle,
        endsAtRest: endsAtRest,
        hooks: Worker.Hooks(
          make: make, failed: { deliver(.warning("no thread for \(name) of \(root.path): \($0)")) }))
    }
    let channel = StoreChannel(queue: jobs)
    let scans = helper("scan", capacity: Self.mostScans, priority: .reduced) { channel }
    let files = helper("files", capacity: 64) {}
    // It remembers what it found.
    let pictures = helper("pictures", capacity: 64, endsAtRest: false) {
      PictureReader(root: root, open: readers.picture, cache: cache, closing: cancellation) {
        deliver(.warning($0))
      }
    }
    (self.scans, self.files, self.pictures) = (scans, files, pictures)
    store = Worker(
      jobs, name: "store", rest: Self.quiet,
      hooks: Worker.Hooks(
        make: { thread.open { Self.begin(files, in: root) } },
        run: { thread.run($0, on: &$1) },
        rest: { thread.rest($0, jobs) },
        close: { store in
          thread.close(store)
          for close in [scans.close, files.close, pictures.close] { close() }
          for wait in [scans.waitUntilEnded, files.waitUntilEnded, pictures.waitUntilEnded] { wait() }
          // Without a store the parts belong to another program, which has the volume open.
          if store != nil { IncomingFiles.dropAll(in: root) }
          root.close()
          deliver(.closed(key: key))
        }))
  }

  /// The database is open, and nobody has asked for anything yet.
  private static func begin(_ files: Worker<Void>, in root: Root) {
    // Leftovers of a power cut are removed before anything is written.
    _ = files.send { _ in
      VolumeFile.removeLeftovers(in: root)
      IncomingFiles.dropAll(in: root)
    }
  }

  /// Starts the store thread, which opens the database first.
  func start() throws(SystemError) { try store.start() }

  /// - Returns: false where too many wait already.
  func scan(_ request: ScanRequest) -> Bool {
    scans.send { [self] channel in
      if scanCancellation.isCancelled { return }
      guard let channel else { return deliver(.scan(key: key, .ended(request, .closed))) }
      scan(request, channel)
    }
  }

  /// - Parameter answer: called on the thread for pictures.
  /// - Returns: false where too many wait already, or the volume is leaving: `answer` is not called then.
  func find(
    _ picture: PictureRequest, _ cancellation: Cancellation,
    answer: @escaping @Sendable (Result<PictureLookup, StoreError>) -> Void
  ) -> Bool {
    pictures.send { [scanCancellation] reader in
      guard let reader, !scanCancellation.isCancelled, !cancellation.isCancelled else {
        return answer(.failure(.closed))
      }
      answer(reader.answer(picture))
    }
  }

  /// Runs `work` on the thread for whole files; it asks the store a little at a time.
  /// - Parameter answer: called on that thread, also when the volume leaves meanwhile.
  /// - Returns: false where too many wait already, or the volume is leaving: `answer` is not called then.
  func askFiles<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Refusal) -> Value,
    answer: @escaping @Sendable (Result<Result<Value, Refusal>, StoreError>) -> Void
  ) -> Bool {
    files.send { [scanCancellation] isOpen in
      guard isOpen != nil, !scanCancellation.isCancelled else { return answer(.failure(.closed)) }
      do throws(Refusal) { answer(.success(.success(try work()))) } catch {
        answer(.success(.failure(error)))
      }
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
      thread.interruptHandle.withLock { $0 }?.interrupt()
      root.close()
    }
    scans.close()
    pictures.close()
    files.close()
    store.close()
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
    let run: @Sendable (VolumeStore) -> Result<Value, StoreError> = {
      $0.runCatchingFailure(cancellation, defersFlush: defersFlush, work)
    }
    let isTaken = jobs.send(
      { [self] store in
        guard let store else { return answer(.failure(.closed)) }
        let result = run(store)
        isFlushOwed.store(store.connection.owesFlush, ordering: .releasing)
        // A job that failed for room is run again once the spare file has made room.
        if case .failure(let error) = result, error.kind == .full {
          store.recoveries.retryJob = { answer($0.map(run) ?? .failure(.closed)) }
        } else {
          answer(result)
        }
      }, .asked)
    // An interrupt ends a statement that runs; between two of them it would go by unheard.
    if isTaken { thread.check.end { thread.interruptHandle.withLock { $0 }?.interrupt() } }
    return isTaken
  }

  /// Does `work` with the results of analyses, on the store thread.
  /// - Parameter isMade: whether their database is made where it is missing.
  func withAnalyses<Value>(
    of store: VolumeStore, isMade: Bool = false, _ work: (AnalysisDatabase?) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try store.analyses.withDatabase(
      opener.analyses(of: store), isMade: isMade, lost: { deliver(.analysesLost(key: key, $0)) }, work)
  }

  /// Checks the whole database for damage while the store is idle. A request in between restarts it, once the store is
  /// idle again for a moment.
  func check() {
    _ = jobs.send({ [self] store in if let store { runCheck(on: store) } }, .background)
  }

  /// On the store thread.
  func runCheck(on store: VolumeStore) { thread.check.run(on: store) }

  // MARK: Scan thread

  private func scan(_ request: ScanRequest, _ channel: StoreChannel) {
    // Refused without the right to rise again: then the scan is slower.
    try? Thread.adopt(request.isAwaited ? .reduced : .background)
    let identity: VolumeID
    var request = request
    do throws(StoreError) {
      identity = try channel.perform { store in store.identity }
      let typed = request.path
      if PathSpelling.mayDiffer(typed), (try? root.status(of: typed)) == nil,
        let path = try channel.perform({ (store) throws(StoreError) in try PathSpelling(store).other(typed) })
      {
        request.path = path
      }
    } catch {
      return deliver(.scan(key: key, .ended(request, error)))
    }
    var scanner = Scanner(
      root: root, volume: identity, store: channel, read: readers.probe, gate: gate,
      cancellation: scanCancellation,
      isFAT: root.isFAT
    ) { [deliver, key] event in deliver(.scan(key: key, event)) }
    scanner.run(request)
    fillTextIndexes(channel)
  }

  /// Rows that one transaction takes into the text indexes while nobody waits.
  private static let mostIndexedAtOnce = 1000
  /// Takes rows into the text indexes, a batch at a time, until all are in or another scan waits. Begins where it was
  /// cut short after the next scan.
  private func fillTextIndexes(_ channel: StoreChannel) {
    do throws(StoreError) {
      var isLeft = true
      while isLeft, !scans.jobs.hasAsked, !scanCancellation.isCancelled {
        guard gate.isOpen else {
          Pause.milliseconds(20)
          continue
        }
        let taken = try channel.perform { [self] (store) throws(StoreError) in
          try store.textIndex.takeNext(limit: Self.mostIndexedAtOnce) {
            !jobs.hasAsked && gate.isOpen && !scans.jobs.hasAsked && !scanCancellation.isCancelled
          }
        }
        isLeft = taken.isLeft
      }
      if !isLeft { deliver(.indexed(key: key)) }
      // Also what the scan wrote: nobody waits for the storage any more.
      if !scans.jobs.hasAsked { try channel.perform { (store) throws(StoreError) in try store.checkpoint() } }
      var isChanged = false
      while !isLeft, !scans.jobs.hasAsked, !scanCancellation.isCancelled {
        guard gate.isOpen, jobs.isQuiet(for: Self.quiet) else {
          Pause.milliseconds(20)
          continue
        }
        guard try channel.perform({ (store) throws(StoreError) in try store.textIndex.merge() }) else {
          break
        }
        isChanged = true
      }
      // A scan that waits does so at its end.
      if isChanged, !scans.jobs.hasAsked {
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

  private static let longestWaitForPlayback = 50

  /// Sleeps while playback needs the storage, but at most a second: what others send must not stand still for ever.
  func waitForPlayback() {
    for _ in 0..<Self.longestWaitForPlayback where !gate.isOpen && !scanCancellation.isCancelled {
      Pause.milliseconds(20)
    }
  }
}
