public import Model

/// The scans of the volumes, by the update jobs that they belong to. Loop thread only.
public final class LibraryScans {
  /// The scans of one volume.
  struct State {
    /// The update jobs that wait for it.
    fileprivate var jobs: Set<UInt32> = []
    fileprivate var progress = ScanProgress()
    /// The first lines of the running scan for the log.
    fileprivate var problems: [String] = []
    /// Outcome of the last scan, once one has ended.
    fileprivate var outcome: ScanOutcome?
    /// Unplayed files that the last scan of the whole volume met.
    fileprivate var notPlayed = UnplayedFiles()
    /// Whether every track is in the text indexes.
    fileprivate var isIndexed = false
  }

  private unowned let library: MusicLibrary
  private var jobs = UpdateJobs()

  init(_ library: MusicLibrary) { self.library = library }

  // MARK: Results

  /// The update job that runs now.
  public var runningJob: UInt32? { jobs.running }

  /// Progress of each running scan, by volume.
  public var progress: [(volume: VolumeInfo, progress: ScanProgress)] {
    library.ordered.compactMap { volume in
      guard let info = volume.info, !volume.scan.jobs.isEmpty else { return nil }
      return (info, volume.scan.progress)
    }
  }

  /// Outcome of the last scan of each volume that has one.
  public var outcomes: [(volume: VolumeInfo, outcome: ScanOutcome)] {
    library.ordered.compactMap { volume in
      guard let info = volume.info, let outcome = volume.scan.outcome else { return nil }
      return (info, outcome)
    }
  }

  /// Whether what is looked for on the volume is looked for in all its tracks.
  public func isIndexed(_ volume: VolumeID) -> Bool {
    guard let scan = library.open(volume)?.scan else { return false }
    return scan.isIndexed && scan.jobs.isEmpty
  }

  /// Returns the unplayed files that the last scan of a whole open volume met.
  public func notPlayed(on volume: VolumeID) -> UnplayedFiles {
    library.open(volume)?.scan.notPlayed ?? UnplayedFiles()
  }

  /// Whether what a volume has no row of isn't there: it was scanned whole once, or isn't here itself.
  public func hasMetAll(of volume: VolumeID) -> Bool {
    guard let volume = library.open(volume) else { return volume != .network }
    return volume.info?.wasScanned == true || volume.scan.outcome != nil
  }

  // MARK: Jobs

  /// Looks for changes at and below `uri`.
  ///
  /// - Parameters:
  ///   - uri: empty for everything. It may name what is gone, or was never there.
  ///   - rescan: also opens files that seem unchanged.
  /// - Returns: the job's number, 1 and up.
  /// - Throws: `updateQueueFull` where too many jobs wait already.
  public func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    var parts: [(MountedVolume, [UInt8])] = []
    if uri.isEmpty {
      parts = library.ordered.map { ($0, []) }
    } else if let (volume, path) = library.place(of: uri) {
      parts = [(volume, path)]
    }
    // Without volumes, the update ends soon.
    if parts.isEmpty { return emptyUpdate() }
    guard parts.allSatisfy({ hasPlace(on: $0.0) }) else { throw .updateQueueFull }
    return start(parts, rescan: rescan)
  }

  private func emptyUpdate() -> UInt32 {
    let job = begin(parts: 1)
    library.later { [weak self] in self?.endPart(of: job) }
    return job
  }

  /// Whether a volume takes a further scan.
  package func hasPlace(on volume: MountedVolume) -> Bool { volume.scan.jobs.count < VolumeWorker.mostScans }

  /// Scans a path of each volume, in one job.
  /// - Parameter isAwaited: a person waits for the end; else the scan has the lowest priority.
  /// - Returns: the job's number.
  @discardableResult
  package func start(
    _ parts: [(MountedVolume, [UInt8])], rescan: Bool = false, isAwaited: Bool = true
  ) -> UInt32 {
    let job = begin(parts: parts.count)
    for (volume, path) in parts {
      volume.scan.jobs.insert(job)
      let request = ScanRequest(path: path, rescan: rescan, isAwaited: isAwaited, job: job)
      if !volume.worker.scan(request) { end(job, on: volume) }
    }
    return job
  }

  private func begin(parts: Int) -> UInt32 {
    let job = jobs.begin(parts: parts)
    library.tell(.updateBegan(job: job))
    return job
  }

  private func endPart(of job: UInt32) {
    if jobs.endPart(of: job) { library.tell(.updateEnded(job: job)) }
  }

  private func end(_ job: UInt32, on volume: MountedVolume) {
    if volume.scan.jobs.remove(job) != nil { endPart(of: job) }
  }

  /// A volume leaves: its scans come to nothing.
  func endAll(on volume: MountedVolume) {
    for job in volume.scan.jobs { end(job, on: volume) }
  }

  // MARK: Events

  /// All tracks of a volume are in its text indexes.
  func indexed(_ volume: MountedVolume, _ id: VolumeID) {
    volume.scan.isIndexed = true
    library.tell(.indexed(id))
  }

  func receive(_ event: ScanEvent, from volume: MountedVolume, _ id: VolumeID) {
    switch event {
    case .progress(let progress):
      volume.scan.progress = progress
      library.tell(.progress(id, progress))
    case .first(let track): library.tell(.firstTrack(track))
    case .found(let references): library.tell(.found(id, references))
    case .moving(let files, let followed): library.playlists.follow(files, on: id) { followed.give(true) }
    case .moved(let files):
      func track(_ path: [UInt8]) -> TrackReference { TrackReference(volume: id, path: path) }
      library.tell(.moved(Dictionary(files.map { (track($0.from), track($0.to)) }) { $1 }))
      library.playlists.follow(files, on: id) {}
    case .changed:
      volume.tracksChanged()
      volume.scan.isIndexed = false
      library.tell(.tracksChanged(id))
    case .warning(let text):
      if volume.scan.problems.count < ScanOutcome.mostProblems { volume.scan.problems.append(text) }
      library.tell(.warning(text))
    case .ended(let request, let error): ended(request, error, on: volume, id)
    }
  }

  private func ended(_ request: ScanRequest, _ error: StoreError?, on volume: MountedVolume, _ id: VolumeID) {
    let isOfAll = request.path.isEmpty && error == nil
    let (progress, notPlayed) = (volume.scan.progress, volume.scan.progress.notPlayed)
    if isOfAll, notPlayed != volume.scan.notPlayed {
      volume.scan.notPlayed = notPlayed
      if !notPlayed.isEmpty { library.tell(.warning("\(volume.path): \(notPlayed.text)")) }
    }
    volume.scan.outcome = ScanOutcome(
      job: request.job, progress: progress, problems: volume.scan.problems, error: error.map { "\($0)" })
    volume.scan.progress = ScanProgress()
    volume.scan.problems = []
    library.tell(.scanEnded(id, job: request.job, error))
    end(request.job, on: volume)
    library.health.check(volume)
    guard error == nil else { return }
    if isOfAll { reportMissing(on: volume) }
  }

  /// After a scan of all: songs of a restored backup without a file.
  private func reportMissing(on volume: MountedVolume) {
    library.ask(volume, { (store) throws(StoreError) in try store.backups.takeMissing() }) {
      [weak library] result in
      guard case .success(let found?) = result else { return }
      library?.tell(
        .warning(
          """
          \(volume.path): the backup has data of missing songs: \(found.count), the first \
          \(EscapedName.text(for: found.first)); it is kept for them
          """))
    }
  }
}
