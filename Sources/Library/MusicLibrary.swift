public import Linux
public import Model
import Synchronization

/// All present volumes: scans them, answers requests about them. Loop thread only; every volume has its own
/// store and scan thread, so that a dying one delays only requests about it. Its parts do the work.
public final class MusicLibrary {
  private let loop: EventLoop
  private let report: (LibraryEvent) -> Void
  private let mailbox: Mailbox<LibraryMessage>
  /// From any thread.
  private let deliver: @Sendable (LibraryMessage) -> Void
  private let registration: EventLoop.Registration
  private let workers: WorkerFactory

  public private(set) lazy var mounts = MountedVolumes(self, workers)
  public private(set) lazy var health = VolumeHealth(self)
  public private(set) lazy var scans = LibraryScans(self)
  public private(set) lazy var playlists = LibraryPlaylists(self)
  public var listedVolumes: LibraryVolumes { LibraryVolumes(self) }
  public var catalogue: LibraryCatalogue { LibraryCatalogue(self) }
  public var additions: LibraryAdditions { LibraryAdditions(self) }
  public var totals: LibraryCounts { LibraryCounts(self) }
  public var search: LibrarySearch { LibrarySearch(self) }
  public var folders: LibraryFolders { LibraryFolders(self) }
  public var files: LibraryFiles { LibraryFiles(self) }
  public var pictures: LibraryPictures { LibraryPictures(self) }
  public var personal: LibraryPersonal { LibraryPersonal(self) }
  public var cues: LibraryCues { LibraryCues(self) }
  public var stickers: LibraryStickers { LibraryStickers(self) }
  public var listening: LibraryListening { LibraryListening(self) }
  public var resumes: LibraryResumes { LibraryResumes(self) }
  public var analyses: LibraryAnalyses { LibraryAnalyses(self) }
  public var pads: LibraryPads { LibraryPads(self) }
  /// The cards that play music of volumes.
  public var cards: LibraryCards { LibraryCards(self) }
  public var podcasts: LibraryPodcasts { LibraryPodcasts(self) }
  public var uploads: LibraryUploads { LibraryUploads(self) }
  public var queues: LibraryQueues { LibraryQueues(self) }

  /// Whether what is asked belongs to a command list: what it writes is on the storage once `flush` has answered.
  public var defersFlush = false

  /// - Parameters:
  ///   - stateFolder: the box's state folder, for databases of volumes that take no writes and for pictures.
  ///   - known: the volumes that the box has seen.
  ///   - readers: called on the threads of volumes.
  ///   - report: called on the loop.
  public init(
    loop: EventLoop, stateFolder: String?, known: [KnownVolume],
    readers: FileReaders,
    report: @escaping (LibraryEvent) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.report = report
    let mailbox = try Mailbox<LibraryMessage>(capacity: 256)
    self.mailbox = mailbox
    // The loop may be late for a moment; a thread's message must not be lost.
    deliver = { while !mailbox.send($0) { Pause.milliseconds(5) } }
    workers = try WorkerFactory(stateFolder: stateFolder, known: known, readers: readers, deliver: deliver)
    let relay = Relay()
    registration = try mailbox.attach(to: loop) { relay.library?.receive($0) }
    relay.library = self
  }

  /// Breaks the circle of library, loop and handler.
  private final class Relay {
    weak var library: MusicLibrary?
  }

  /// Default of the longest wait of `close`.
  public static let closingPatience = Duration.milliseconds(600)

  /// Closes every volume in order and waits for it: at the daemon's end.
  ///
  /// - Parameter patience: how long to wait; a dying stick is then left to its fate, and its log beside its database.
  public func close(patience: Duration = closingPatience) {
    mounts.leaveAll()
    let deadline = Instant.now() + patience
    while !mounts.all.isEmpty, Instant.now() < deadline {
      if let message = mailbox.receive() { receive(message) } else { Pause.milliseconds(1) }
    }
    loop.remove(registration)
  }

  // MARK: Volumes

  /// Holds scans back while playback needs the storage.
  public var gate: ScanGate { workers.gate }
  var pictureCache: PictureCache? { workers.pictures }

  package var mounted: [MountedVolume] { mounts.all }
  package var ordered: [MountedVolume] { mounts.ordered }
  package func open(_ id: VolumeID) -> MountedVolume? { mounts.open(id) }

  /// The open volumes in the order of the tree: the first fixed folder, then by name.
  public var volumes: [VolumeInfo] { ordered.compactMap(\.info) }
  /// Numbers that are others as soon as tracks have come or gone, or have other tags or times.
  public var version: [UInt64] { ordered.flatMap { [$0.worker.key, UInt64($0.changes)] } }

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

  /// Moves every volume's log into its database: at pause and stop.
  public func checkpoint() {
    for volume in mounted where volume.info != nil && !volume.isLeaving {
      ask(volume, { (store) throws(StoreError) in try store.checkpoint() }, completion: { _ in })
    }
  }

  // MARK: URIs

  /// Returns a track's URI in the tree that clients see: below the root for the first fixed folder, else
  /// below the volume's name. A track of a missing volume keeps its URI.
  /// - Returns: nil for a volume that was never seen.
  public func uri(of track: TrackReference) -> String? {
    if let url = track.url { return url }
    let path = EscapedName.text(for: track.path)
    if (mounts.topVolume ?? mounts.rootVolume) == track.volume { return path }
    return mounts.name(of: track.volume).map { "\(EscapedName.text(for: $0.utf8))/\(path)" }
  }

  /// A track's URI; its path alone where its volume was never seen.
  public func shownURI(of track: TrackReference) -> String {
    uri(of: track) ?? EscapedName.text(for: track.path)
  }

  /// Which track or folder a URI names, whether it is there or not; nil for one on no open volume, and for the root
  /// of the tree.
  public func reference(of uri: String) -> TrackReference? {
    if let stream = TrackReference(url: uri) { return stream }
    guard let (volume, path) = place(of: uri), let info = volume.info else { return nil }
    return TrackReference(volume: info.id, path: path)
  }

  /// Which track a command is about; nil for one on no open volume.
  public func reference(of song: SongChoice) -> TrackReference? {
    switch song {
    case .uri(let uri): reference(of: uri)
    case .track(let track): track
    }
  }

  /// The volume and the path below its root; a volume's name comes before a folder of the same name.
  package func place(of uri: String) -> (MountedVolume, [UInt8])? {
    let first = uri.prefix { $0 != "/" }
    let rest = uri.dropFirst(first.count + 1)
    let top = mounts.top
    for volume in ordered where volume !== top {
      guard let name = volume.info?.name, EscapedName.text(for: name.utf8) == first else { continue }
      guard let path = EscapedName.bytes(of: rest), VolumePath.isValid(path) else { return nil }
      return (volume, path)
    }
    guard let top, let path = EscapedName.bytes(of: uri), VolumePath.isValid(path) else { return nil }
    return (top, path)
  }

  /// Returns the text before a path of this volume in the tree that clients see.
  package func prefix(of volume: MountedVolume) -> String {
    volume === mounts.top ? "" : "\(EscapedName.text(for: (volume.info?.name ?? "").utf8))/"
  }

  // MARK: Asking

  /// Number of rows read by one job on a store thread, so that no other request waits long.
  public static let window = 300

  /// Reads what a volume has of a track.
  /// - Parameter work: nil where the volume has no row for the track.
  func read<Value: Sendable>(
    of track: TrackReference,
    _ work: @escaping @Sendable (VolumeStore, [UInt8]) throws(StoreError) -> Value?,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> Query {
    let path = track.path
    return ask(on: track.volume, { (store) throws(StoreError) in try work(store, path) }) {
      completion($0.refused(missing: .noSuchSong))
    }
  }

  /// Changes what a volume has of a track.
  /// - Parameter completion: called once the change would survive a power cut, or with why nothing was changed.
  func change<Value: Sendable>(
    of track: TrackReference,
    _ work: @escaping @Sendable (VolumeStore, [UInt8]) throws(StoreError) -> Result<Value, Refusal>,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) {
    let path = track.path
    ask(on: track.volume, { (store) throws(StoreError) in try work(store, path) }) {
      completion($0.refused())
    }
  }

  /// Runs `work` on the volume's store thread and `completion` on the loop.
  @discardableResult
  package func ask<Value: Sendable>(
    _ volume: MountedVolume, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    request: LibraryRequest = LibraryRequest(), completion: @escaping (Result<Value, StoreError>) -> Void
  ) -> Query {
    let defersFlush = defersFlush
    if defersFlush { volume.owesFlush = true }
    return ask(
      request, { volume.worker.ask(request.cancellation, defersFlush: defersFlush, work, answer: $0) },
      completion: completion)
  }

  /// The same on a volume that may have gone: `closed` then.
  @discardableResult
  package func ask<Value: Sendable>(
    on id: VolumeID, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    completion: @escaping (Result<Value, StoreError>) -> Void
  ) -> Query {
    if let volume = open(id) { return ask(volume, work, completion: completion) }
    let request = LibraryRequest()
    later { if !request.isCancelled { completion(.failure(.closed)) } }
    return request
  }

  /// Runs `work` on the stores of several volumes at once.
  /// - Parameter completion: gets what each answered, in the order of `volumes`, unless the request was cancelled.
  @discardableResult
  func sweep<Value: Sendable>(
    _ volumes: [MountedVolume], request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    completion: @escaping ([(volume: MountedVolume, result: Result<Value, StoreError>)]) -> Void
  ) -> Query {
    sweep(volumes.map { ($0, ()) }, request: request) { (store, _) throws(StoreError) in
      try work(store)
    } completion: {
      completion($0)
    }
  }

  /// The same, with something of each volume for `work`.
  @discardableResult
  func sweep<Leg: Sendable, Value: Sendable>(
    _ legs: [(volume: MountedVolume, leg: Leg)], request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeStore, Leg) throws(StoreError) -> Value,
    completion: @escaping ([(volume: MountedVolume, result: Result<Value, StoreError>)]) -> Void
  ) -> Query {
    if legs.isEmpty { later { if !request.isCancelled { completion([]) } } }
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
    return request
  }

  /// Asks the volumes of some tracks, each once for all of its own.
  /// - Parameters:
  ///   - work: what is known at each of some paths, in their order.
  ///   - completion: gets that in the order of `tracks`; nil for those of no open volume, and of one that can't be read.
  @discardableResult
  func gather<Value: Sendable>(
    of tracks: [TrackReference?], request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeStore, [[UInt8]]) throws(StoreError) -> [Value?],
    completion: @escaping ([Value?]) -> Void
  ) -> Query {
    let legs = Dictionary(grouping: tracks.indices) { tracks[$0]?.volume }.compactMap { id, places in
      id.flatMap { open($0) }.map { (volume: $0, leg: places) }
    }
    return sweep(legs, request: request) { (store, places) throws(StoreError) in
      try work(store, places.compactMap { tracks[$0]?.path })
    } completion: { found in
      var values = [Value?](repeating: nil, count: tracks.count)
      for (leg, part) in zip(legs, found) {
        for (place, value) in zip(leg.leg, (try? part.result.get()) ?? []) { values[place] = value }
      }
      completion(values)
    }
  }

  /// Calls back once everything that was asked with `defersFlush` would survive a power cut.
  public func flush(completion: @escaping (Refusal?) -> Void) {
    let owing = mounted.filter(\.owesFlush)
    // If lists have only read, or their work is not answered yet, nobody waits.
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

  /// Returns `body`, with what it asks belonging to a command list where what is done now does.
  func goingOn<Value>(_ body: @escaping (Value) -> Void) -> (Value) -> Void {
    let defersFlush = defersFlush
    return { [weak self] value in
      let others = self?.defersFlush ?? false
      self?.defersFlush = defersFlush
      body(value)
      self?.defersFlush = others
    }
  }

  /// Runs a straight function on a volume's thread for whole files, and `completion` on the loop. It may ask the stores of
  /// volumes and wait for them; what it does excludes all else on that thread.
  package func askFiles<Value: Sendable>(
    of volume: MountedVolume, request: LibraryRequest = LibraryRequest(),
    _ work: @escaping @Sendable (VolumeAccess) throws(Refusal) -> Value,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) {
    guard let access = VolumeAccess(volume, for: request) else {
      return later { if !request.isCancelled { completion(.failure(.volumeGone)) } }
    }
    _ = ask(
      request, { volume.worker.askFiles({ () throws(Refusal) in try work(access) }, answer: $0) }
    ) {
      // A failure on a volume that leaves has that reason, whatever the system calls it.
      completion($0.refused().mapError(volume.reason))
    }
  }

  /// The same on a volume that may have gone.
  package func askFiles<Value: Sendable>(
    on id: VolumeID, _ work: @escaping @Sendable (VolumeAccess) throws(Refusal) -> Value,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) {
    guard let volume = open(id) else { return later { completion(.failure(.volumeGone)) } }
    askFiles(of: volume, work, completion: completion)
  }

  /// All open volumes in the order of the tree.
  package func access(for request: LibraryRequest) -> [VolumeAccess] {
    ordered.compactMap { VolumeAccess($0, for: request) }
  }

  /// Has one of a volume's threads do something, and runs `completion` on the loop with what it answers.
  /// - Parameter start: says whether the question was taken; a taken one is answered once.
  package func ask<Value: Sendable>(
    _ request: LibraryRequest, _ start: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Bool,
    completion: @escaping (Result<Value, StoreError>) -> Void
  ) -> Query {
    let deliver = deliver
    let reply = Reply<Result<Value, StoreError>>(goingOn { if !request.isCancelled { completion($0) } })
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
  package func later(_ body: @escaping () -> Void) {
    let goOn = goingOn { (_: Void) in body() }
    loop.schedule(at: loop.now) { goOn(()) }
  }

  package func later(after delay: Duration, _ body: @escaping () -> Void) {
    loop.schedule(after: delay, body)
  }

  package func refuse<Value>(
    _ refusal: Refusal, _ completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> Query {
    let request = LibraryRequest()
    later { if !request.isCancelled { completion(.failure(refusal)) } }
    return request
  }

  package func tell(_ event: LibraryEvent) { report(event) }

  // MARK: Messages

  private func receive(_ message: LibraryMessage) {
    switch message {
    case .reply(let reply): reply.deliver()
    case .warning(let text): report(.warning(text))
    case .opened(
      let key, let id, let name, let isCopy, let trackCount, let wasScanned, let fingerprint):
      guard let volume = mounts.find(key), !volume.isLeaving else { return }
      let info = VolumeInfo(
        id: id, name: name, path: volume.path, isFixed: volume.isFixed, isCopy: isCopy,
        trackCount: trackCount,
        wasScanned: wasScanned, fingerprint: fingerprint)
      mounts.identify(volume, info)
    case .failed(let key, let error):
      if let volume = mounts.find(key), !volume.isLeaving { report(.failed(path: volume.path, error)) }
    case .held(let key, let error):
      guard let volume = mounts.find(key), !volume.isLeaving else { return }
      let isItself = mounted.contains { $0 !== volume && $0.path == volume.path }
      if !isItself { report(.held(path: volume.path, error)) }
    case .closed(let key): mounts.ended(key)
    case .indexed(let key):
      guard let volume = mounts.find(key), let id = volume.info?.id else { return }
      scans.indexed(volume, id)
    case .deleted(let key):
      if let volume = mounts.find(key), let id = volume.info?.id, !volume.isLeaving {
        report(.deleted(id, path: volume.path))
      }
    case .analysesLost(let key, let text):
      report(.warning(text))
      if let id = mounts.find(key)?.info?.id { report(.tracksChanged(id)) }
    case .rebuilt(let key):
      guard let volume = mounts.find(key), let id = volume.info?.id else { return }
      volume.tracksChanged()
      report(.tracksChanged(id))
      playlists.read(volume)
      scans.start([(volume, [])])
    case .scan(let key, let event):
      guard let volume = mounts.find(key), let id = volume.info?.id, !volume.isLeaving else { return }
      scans.receive(event, from: volume, id)
    }
  }
}
