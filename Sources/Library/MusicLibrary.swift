public import Linux
public import Model
import Synchronization

/// All volumes that are there: opens their databases, scans them, answers what is on them. Loop thread only; every
/// volume has its own store and scan thread, so that a dying one keeps nobody waiting but who asks for it.
public final class MusicLibrary {
  /// Holds scans back while playback needs the storage.
  public let gate = ScanGate()

  /// Which volume was at the root of the tree last: while none is there, its tracks keep the URIs that they had.
  public var rootVolume: VolumeID?

  private let loop: EventLoop
  private let state: StateFolder?
  let pictures: PictureCache?
  private let read: FileProber
  private let report: (LibraryEvent) -> Void
  private let mailbox: Mailbox<LibraryMessage>
  /// From any thread.
  private let deliver: @Sendable (LibraryMessage) -> Void
  private let registration: EventLoop.Registration
  private let identities: KnownIdentities

  /// In the order in which they appeared.
  private(set) var mounted: [MountedVolume] = []
  /// Names of volumes that are away, for the URIs of queue entries.
  private var names: [VolumeID: String] = [:]
  private var hasSounded = false
  private var nextKey: UInt64 = 1
  var updates = UpdateJobs()
  /// All playlists by their names, until any of them or their volumes change.
  var cachedPlaylists: PlaylistIndex?
  /// The playlist file that is read in pages now.
  var openList: (uri: String, entries: [PlaylistEntry], missing: Int)?
  /// So long after the last change of a playlist the file of a desktop program is written.
  var syncDelay = MusicLibrary.usualSyncDelay
  /// How often a volume that takes no writes is asked whether it does again.
  var writesPeriod = Duration.seconds(10)
  /// Seconds since 1970, where the kernel's clock is known: what says how old a backup is.
  var clock: () -> Int64? = WallClock.synchronised
  /// Which imports can be undone: what the box remembered, to begin with.
  public var imports = ImportHistory()
  /// Keeps `imports` as they are, and calls back once that would survive a power cut.
  public var keepImports: (ImportHistory, @escaping (StoreError?) -> Void) -> Void = { $1(nil) }
  /// Whether what is asked belongs to a command list: what it writes is on the storage once `flush` has answered.
  public var defersFlush = false
  /// Who waits until every volume that is there is open.
  private var openWaiters: [() -> Void] = []
  /// Who waits until it is known which playlists there are.
  var playlistWaiters: [() -> Void] = []

  /// - Parameters:
  ///   - stateFolder: the box's state folder, for databases of volumes that take no writes and for pictures.
  ///   - known: the volumes that the box has seen.
  ///   - report: called on the loop.
  public init(
    loop: EventLoop, stateFolder: String?, known: [KnownVolume],
    read: @escaping FileProber = MediaProbe.read,
    report: @escaping (LibraryEvent) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.read = read
    self.report = report
    if let stateFolder { state = try StateFolder(in: Array(stateFolder.utf8)) } else { state = nil }
    pictures = stateFolder.map { PictureCache(in: Array($0.utf8)) }
    identities = KnownIdentities(known)
    for volume in known where volume.id != .network { names[volume.id] = volume.name }
    let mailbox = try Mailbox<LibraryMessage>(capacity: 256)
    self.mailbox = mailbox
    // The loop may be late for a moment; a thread's message must not be lost.
    deliver = { while !mailbox.send($0) { Pause.milliseconds(5) } }
    let relay = Relay()
    registration = try mailbox.attach(to: loop) { relay.library?.receive($0) }
    relay.library = self
  }

  /// Breaks the circle of library, loop and handler.
  private final class Relay {
    weak var library: MusicLibrary?
  }

  // MARK: Volumes

  /// A folder or a mount point with music is there. `opened` or `failed` follows.
  ///
  /// - Parameters:
  ///   - path: the folder, or where it is mounted.
  ///   - isFixed: a configured folder: the first one is the root of the tree.
  ///   - label: the volume's name at first sight.
  ///   - isReadOnly: mounted so.
  /// - Returns: false where it was there already.
  @discardableResult
  public func volumeAppeared(path: String, isFixed: Bool, label: String, isReadOnly: Bool) -> Bool {
    guard !mounted.contains(where: { $0.path == path && !$0.isLeaving }) else { return false }
    open(path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly, at: mounted.count)
    return true
  }

  /// - Parameter place: among those that are there.
  private func open(path: String, isFixed: Bool, label: String, isReadOnly: Bool, at place: Int) {
    let key = nextKey
    nextKey += 1
    do throws(SystemError) {
      let root = try Root(path: path)
      let identities = identities
      var opener = VolumeOpener(
        root: root, label: label, isReadOnly: isReadOnly, state: state,
        knownIdentity: { identities.identity(ofLook: $0) }, closing: Cancellation())
      if isFixed { opener.identitiesInPlace = { identities.identities(inPlace: Array(path.utf8)) } }
      let worker = VolumeWorker(
        key: key, opener: opener, isFixed: isFixed, read: read, gate: gate, pictures: pictures,
        deliver: deliver)
      let volume = MountedVolume(
        worker: worker, path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly)
      try worker.start()
      mounted.insert(volume, at: place)
    } catch {
      report(.failed(path: path, StoreError(error)))
    }
  }

  /// The volume is gone or is to go: what is under way ends, and everything on it is closed; `closed` follows.
  ///
  /// - Parameter orderly: it is still there (an unmount was asked for, the daemon ends): its database is first made
  ///   one whole file.
  public func volumeGone(path: String, orderly: Bool = false) {
    guard let volume = mounted.first(where: { $0.path == path && !$0.isLeaving }) else { return }
    leave(volume, orderly: orderly)
  }

  private func leave(_ volume: MountedVolume, orderly: Bool) {
    volume.isLeaving = true
    volume.worker.close(orderly: orderly)
    for job in volume.jobs { endUpdate(job, volume) }
    playlistVolumesChanged(because: volume)
  }

  /// Default of the longest wait of `close`.
  public static let closingPatience = Duration.milliseconds(600)

  /// Closes every volume in order and waits for it: at the daemon's end.
  ///
  /// - Parameter patience: how long to wait; a dying stick is then left to its fate, and its log beside its database.
  public func close(patience: Duration = closingPatience) {
    for volume in mounted where !volume.isLeaving { leave(volume, orderly: true) }
    let deadline = Instant.now() + patience
    while !mounted.isEmpty, Instant.now() < deadline {
      if let message = mailbox.receive() { receive(message) } else { Pause.milliseconds(1) }
    }
    loop.remove(registration)
  }

  /// Runs `body` once every volume that is there now is open, or can't be opened.
  public func whenOpen(_ body: @escaping () -> Void) {
    openWaiters.append(body)
    runOpenWaiters()
  }

  private func runOpenWaiters() {
    guard mounted.allSatisfy({ $0.info != nil || $0.isLeaving }) else { return }
    let waiters = openWaiters
    openWaiters = []
    for body in waiters { body() }
  }

  /// The open volumes in the order of the tree: the first fixed folder, then by name.
  public var volumes: [VolumeInfo] { ordered.compactMap(\.info) }
  /// The one whose content is the root of the tree; nil where every volume is a folder of its name.
  public var topVolume: VolumeID? { top?.info?.id }

  /// The root of an open volume, to open its files; nil where it isn't there. Opening works on any thread, and
  /// throws ENODEV once the volume has gone.
  public func root(of volume: VolumeID) -> Root? { open(volume)?.worker.root }

  /// Opens a track's file, on any thread; `ENODEV` where its volume was not there when this was asked.
  public func opener(of track: TrackReference) -> @Sendable () throws(SystemError) -> Descriptor {
    let root = root(of: track.volume)
    return { () throws(SystemError) in
      guard let root else { throw SystemError(.noSuchDevice, call: "open") }
      return try root.open(track.path)
    }
  }

  /// A first sound was heard: what costs time may begin, the check of every database. One that opens later is checked
  /// after its scan.
  public func soundHasBegun() {
    hasSounded = true
    for volume in mounted where volume.info != nil { check(volume) }
  }

  private func check(_ volume: MountedVolume) {
    guard hasSounded, !volume.hasBeenChecked else { return }
    volume.hasBeenChecked = true
    volume.worker.check()
  }

  /// Moves every volume's log into its database: at pause and stop.
  public func checkpoint() {
    for volume in mounted where volume.info != nil && !volume.isLeaving {
      ask(volume, { (store) throws(StoreError) in try store.checkpoint() }, completion: { _ in })
    }
  }

  var ordered: [MountedVolume] {
    let open = mounted.filter { $0.info != nil && !$0.isLeaving }
    guard let top else { return open.sorted(by: Self.byName) }
    return [top] + open.filter { $0 !== top }.sorted(by: Self.byName)
  }

  private static func byName(_ a: MountedVolume, _ b: MountedVolume) -> Bool {
    NaturalKey.precedes(Array((a.info?.name ?? "").utf8), Array((b.info?.name ?? "").utf8))
  }

  func open(_ id: VolumeID) -> MountedVolume? { mounted.first { $0.info?.id == id && !$0.isLeaving } }

  /// The volume at the root of the tree: the first fixed folder, and while that one is opening, none.
  var top: MountedVolume? {
    guard let first = mounted.first(where: { $0.isFixed && !$0.isLeaving }), first.info != nil else {
      return nil
    }
    return first
  }

  func name(of volume: VolumeID) -> String? { names[volume] }

  /// The names of volumes that the box has seen and that are not here, as far as none that is here is called so.
  public var absentNames: Set<String> {
    let here = mounted.filter { !$0.isLeaving }
    let open = Set(here.compactMap { $0.info?.id })
    // One that is being opened is nearly here.
    return Set(names.filter { !open.contains($0.key) }.values).subtracting(
      here.map { $0.info?.name ?? $0.label })
  }

  /// By what an open volume is known from now on, to be remembered with `KnownVolume`.
  public func marks(of volume: VolumeID) -> [VolumeMark] { identities.marks(of: volume) }

  /// Whether what is looked for on the volume is looked for in all its tracks.
  public func isIndexed(_ volume: VolumeID) -> Bool { open(volume)?.isIndexed ?? false }

  /// What the last scan of all of an open volume met that is not played.
  public func notPlayed(on volume: VolumeID) -> UnplayedFiles { open(volume)?.notPlayed ?? UnplayedFiles() }

  /// Whether what a volume has no row of isn't there: it was scanned whole once, or isn't here itself.
  public func hasMetAll(of volume: VolumeID) -> Bool {
    guard let volume = open(volume) else { return volume != .network }
    return volume.info?.wasScanned == true || volume.outcome != nil
  }

  func tell(_ event: LibraryEvent) { report(event) }

  // MARK: Asking

  /// Runs `work` on the volume's store thread and `completion` on the loop.
  @discardableResult
  func ask<Value: Sendable>(
    _ volume: MountedVolume, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    request: LibraryRequest = LibraryRequest(), completion: @escaping (Result<Value, StoreError>) -> Void
  ) -> LibraryRequest {
    let defersFlush = defersFlush
    if defersFlush { volume.owesFlush = true }
    return ask(
      request, { volume.worker.ask(request.cancellation, defersFlush: defersFlush, work, answer: $0) },
      completion: completion)
  }

  /// Runs `work` on the stores of several volumes at once.
  /// - Parameter completion: gets what each answered, in the order of `volumes`, unless the request was cancelled.
  func sweep<Value: Sendable>(
    _ volumes: [MountedVolume], request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    completion: @escaping ([(volume: MountedVolume, result: Result<Value, StoreError>)]) -> Void
  ) {
    sweep(volumes.map { ($0, ()) }, request: request) { (store, _) throws(StoreError) in
      try work(store)
    } completion: {
      completion($0)
    }
  }

  /// The same, with something of each volume for `work`.
  func sweep<Leg: Sendable, Value: Sendable>(
    _ legs: [(volume: MountedVolume, leg: Leg)], request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeStore, Leg) throws(StoreError) -> Value,
    completion: @escaping ([(volume: MountedVolume, result: Result<Value, StoreError>)]) -> Void
  ) {
    guard !legs.isEmpty else { return later { if !request.isCancelled { completion([]) } } }
    var results: [Result<Value, StoreError>?] = legs.map { _ in nil }
    var left = legs.count
    for (place, (volume, leg)) in legs.enumerated() {
      ask(volume, { (store) throws(StoreError) in try work(store, leg) }, request: request) { result in
        results[place] = result
        left -= 1
        guard left == 0 else { return }
        completion(zip(legs, results).compactMap { leg, result in result.map { (leg.volume, $0) } })
      }
    }
  }

  /// Calls back once everything that was asked with `defersFlush` would survive a power cut.
  public func flush(completion: @escaping (Refusal?) -> Void) {
    let owing = mounted.filter(\.owesFlush)
    // Where lists have only read, or what they began is not answered yet, nobody waits.
    let awaited = owing.filter(\.worker.owesFlush).map(\.worker.key)
    var (open, failure) = (awaited.count, StoreError?.none)
    if awaited.isEmpty { completion(nil) }
    for volume in owing {
      volume.owesFlush = false
      let isAwaited = awaited.contains(volume.worker.key)
      ask(volume, { (store) throws(StoreError) in try store.connection.flush() }) { result in
        guard isAwaited else { return }
        if case .failure(let error) = result { failure = error }
        open -= 1
        if open == 0 { completion(failure.map { Refusal($0) }) }
      }
    }
  }

  /// `body`, with what it asks belonging to a command list where what is done now does.
  func goingOn(_ body: @escaping () -> Void) -> () -> Void {
    let defersFlush = defersFlush
    return { [weak self] in
      let others = self?.defersFlush ?? false
      self?.defersFlush = defersFlush
      body()
      self?.defersFlush = others
    }
  }

  /// Runs `work` on a volume's thread for whole files, and `completion` on the loop with what it gives.
  func askFiles<Value: Sendable>(
    _ volume: MountedVolume, _ work: @escaping @Sendable (StoreChannel) throws(StoreError) -> Value,
    request: LibraryRequest = LibraryRequest(), completion: @escaping (Result<Value, StoreError>) -> Void
  ) {
    _ = ask(request, { volume.worker.askFiles(work, answer: $0) }, completion: completion)
  }

  /// Has one of a volume's threads do something, and runs `completion` on the loop with what it answers.
  /// - Parameter start: says whether the question was taken; a taken one is answered once.
  func ask<Value: Sendable>(
    _ request: LibraryRequest, _ start: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Bool,
    completion: @escaping (Result<Value, StoreError>) -> Void
  ) -> LibraryRequest {
    let (deliver, defersFlush) = (deliver, defersFlush)
    let reply = Reply<Result<Value, StoreError>> { [weak self] result in
      if request.isCancelled { return }
      let others = self?.defersFlush ?? false
      self?.defersFlush = defersFlush
      completion(result)
      self?.defersFlush = others
    }
    let isTaken = start { result in
      reply.set(result)
      deliver(.reply(reply))
    }
    if !isTaken {
      later {
        reply.set(.failure(.closed))
        reply.deliver()
      }
    }
    return request
  }

  /// Calls `body` in a later turn of the loop: a completion is never called before the question has returned.
  func later(_ body: @escaping () -> Void) { loop.schedule(at: loop.now, goingOn(body)) }

  func later(after delay: Duration, _ body: @escaping () -> Void) { loop.schedule(after: delay, body) }

  // MARK: Messages

  private func receive(_ message: LibraryMessage) {
    switch message {
    case .reply(let reply): reply.deliver()
    case .warning(let text): report(.warning(text))
    case .opened(
      let key, let id, let name, let isCopy, let trackCount, let wasScanned, let fingerprint, let mark):
      guard let volume = find(key), !volume.isLeaving else { return }
      let info = VolumeInfo(
        id: id, name: name, path: volume.path, isFixed: volume.isFixed, isCopy: isCopy,
        trackCount: trackCount,
        wasScanned: wasScanned, fingerprint: fingerprint, mark: mark)
      identify(volume, info)
    case .failed(let key, let error):
      if let volume = find(key), !volume.isLeaving { report(.failed(path: volume.path, error)) }
    case .held(let key, let error):
      guard let volume = find(key), !volume.isLeaving else { return }
      let isItself = mounted.contains { $0 !== volume && $0.path == volume.path }
      if !isItself { report(.held(path: volume.path, error)) }
    case .closed(let key): ended(key)
    case .indexed(let key):
      guard let volume = find(key), let id = volume.info?.id else { return }
      volume.isIndexed = true
      report(.indexed(id))
    case .relocated(let key, let isCopy):
      guard let volume = find(key), let info = volume.info else { return }
      volume.info = info.with(isCopy: isCopy)
      report(isCopy ? .takesNoWrites(info.id) : .takesWrites(info.id))
      if isCopy { lookForWrites(volume) }
    case .deleted(let key):
      if let volume = find(key), let id = volume.info?.id, !volume.isLeaving {
        report(.deleted(id, path: volume.path))
      }
    case .analysesLost(let key, let text):
      report(.warning(text))
      if let id = find(key)?.info?.id { report(.tracksChanged(id)) }
    case .rebuilt(let key):
      guard let volume = find(key), let id = volume.info?.id else { return }
      volume.tracksChanged()
      report(.tracksChanged(id))
      readPlaylists(of: volume)
      _ = startUpdate([(volume, [])], rescan: false)
    case .scan(let key, let event):
      guard let volume = find(key), let info = volume.info, !volume.isLeaving else { return }
      received(event, volume, info)
    }
  }

  private func find(_ key: UInt64) -> MountedVolume? { mounted.first { $0.worker.key == key } }

  /// A copied volume gets its own identity, and a name that is taken is changed, both permanently; then the volume is
  /// open. Of two with one identity, the one that the box has known for longer keeps it, whichever opens first; of two
  /// that it knows alike, the one that opened first.
  private func identify(_ volume: MountedVolume, _ info: VolumeInfo) {
    guard let other = open(info.id), let its = other.info else { return name(volume, info) }
    if identities.rank(of: info.mark, as: info.id) < identities.rank(of: its.mark, as: info.id) {
      openAgain(other, because: volume)
      return name(volume, info)
    }
    report(.warning("\(volume.path): copy of \(other.path): gets a new identity"))
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.renewIdentity()
        return store.identity
      },
      completion: { [weak self] result in
        switch result {
        case .success(let fresh): self?.name(volume, info.with(id: fresh))
        case .failure(let error): self?.giveUp(volume, error)
        }
      })
  }

  /// Closes a copy that was taken for the original and opens it in the same place of the order, as its own volume:
  /// users of its identity use the original from now on.
  private func openAgain(_ volume: MountedVolume, because original: MountedVolume) {
    guard let info = volume.info, let place = mounted.firstIndex(where: { $0 === volume }) else { return }
    report(
      .warning(
        "\(volume.path): copy of \(original.path), which is present now: opened as a separate volume"))
    volume.isLeaving = true
    volume.info = nil
    if rootVolume == info.id { rootVolume = nil }
    report(.closed(info.id, path: volume.path))
    leave(volume, orderly: true)
    mounted.remove(at: place)
    mounted.append(volume)
    open(
      path: volume.path, isFixed: volume.isFixed, label: volume.label, isReadOnly: volume.isReadOnly,
      at: place)
  }

  private func name(_ volume: MountedVolume, _ info: VolumeInfo) {
    let taken = Set(mounted.compactMap { $0 === volume || $0.isLeaving ? nil : $0.info?.name })
    guard taken.contains(info.name) else { return opened(volume, info) }
    let digits = info.id.description
    // Four digits, and more only in the odd case that two volumes share those.
    let names = [4, 8, 32].map { "\(info.name)~\(digits.prefix($0))" }
    let free = names.first { !taken.contains($0) } ?? digits
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.rename(to: free)
        return store.name
      },
      completion: { [weak self] result in
        switch result {
        case .success(let name): self?.opened(volume, info.with(name: name))
        case .failure(let error): self?.giveUp(volume, error)
        }
      })
  }

  private func giveUp(_ volume: MountedVolume, _ error: StoreError) {
    if volume.isLeaving { return }
    report(.failed(path: volume.path, error))
    leave(volume, orderly: false)
  }

  private func opened(_ volume: MountedVolume, _ info: VolumeInfo) {
    if volume.isLeaving { return }
    // Another of the same identity or name may have opened meanwhile.
    if open(info.id) != nil { return identify(volume, info) }
    if mounted.contains(where: { $0 !== volume && !$0.isLeaving && $0.info?.name == info.name }) {
      return name(volume, info)
    }
    volume.info = info
    names[info.id] = info.name
    if top === volume { rootVolume = info.id }
    identities.remember(info.id, look: info.fingerprint, mark: info.mark)
    report(.opened(info))
    if info.isCopy { lookForWrites(volume) }
    readPlaylists(of: volume)
    _ = startUpdate([(volume, [])], rescan: false)
    runOpenWaiters()
  }

  /// Checks periodically whether a volume whose database is in the state folder takes writes again. Nothing reports free
  /// space or a remounted folder.
  private func lookForWrites(_ volume: MountedVolume) {
    if volume.isLookedAtForWrites { return }
    volume.isLookedAtForWrites = true
    later(after: writesPeriod) { [weak self, weak volume] in
      guard let volume else { return }
      volume.isLookedAtForWrites = false
      guard !volume.isLeaving, volume.info?.isCopy == true else { return }
      volume.worker.tryReturning()
      self?.lookForWrites(volume)
    }
  }

  private func ended(_ key: UInt64) {
    guard let index = mounted.firstIndex(where: { $0.worker.key == key }) else { return }
    let volume = mounted.remove(at: index)
    defer { runOpenWaiters() }
    for job in volume.jobs { endUpdate(job, volume) }
    if let info = volume.info { report(.closed(info.id, path: volume.path)) }
  }

  private func received(_ event: ScanEvent, _ volume: MountedVolume, _ info: VolumeInfo) {
    switch event {
    case .progress(let progress):
      volume.progress = progress
      report(.progress(info.id, progress))
    case .first(let track): report(.firstTrack(track))
    case .found(let references): report(.found(info.id, references))
    case .moving(let files, let followed): followInPlaylists(files, on: info.id) { followed.give(true) }
    case .moved(let files):
      func track(_ path: [UInt8]) -> TrackReference { TrackReference(volume: info.id, path: path) }
      report(.moved(Dictionary(files.map { (track($0.from), track($0.to)) }) { $1 }))
      followInPlaylists(files, on: info.id) {}
    case .changed:
      volume.tracksChanged()
      volume.isIndexed = false
      report(.tracksChanged(info.id))
    case .warning(let text):
      if volume.problems.count < ScanOutcome.mostProblems { volume.problems.append(text) }
      report(.warning(text))
    case .ended(let request, let error):
      if request.path.isEmpty, error == nil, volume.progress.notPlayed != volume.notPlayed {
        volume.notPlayed = volume.progress.notPlayed
        if !volume.notPlayed.isEmpty { report(.warning("\(volume.path): \(volume.notPlayed.text)")) }
      }
      volume.outcome = ScanOutcome(
        job: request.job, progress: volume.progress, problems: volume.problems, error: error.map { "\($0)" })
      volume.progress = ScanProgress()
      volume.problems = []
      report(.scanEnded(info.id, job: request.job, error))
      endUpdate(request.job, volume)
      check(volume)
      if error == nil {
        if request.path.isEmpty { tellOfMissing(volume) }
        synchroniseByItself(volume)
        backUpByItself(volume)
      }
    }
  }
}

extension VolumeInfo {
  fileprivate func with(id: VolumeID? = nil, name: String? = nil, isCopy: Bool? = nil) -> VolumeInfo {
    VolumeInfo(
      id: id ?? self.id, name: name ?? self.name, path: path, isFixed: isFixed,
      isCopy: isCopy ?? self.isCopy,
      trackCount: trackCount, wasScanned: wasScanned, fingerprint: fingerprint, mark: mark)
  }
}
