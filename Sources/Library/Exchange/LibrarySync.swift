public import Model

/// Keeps `Sync/mixboard-playlists.json` on a volume, which a desktop program reads and writes, the same as the volume's
/// playlists. Completions are called on the loop, once.
public final class LibrarySync {
  /// State of a volume's syncs.
  struct State {
    /// Whether there is a file.
    fileprivate var hasFile = false
    /// Or work is in progress that excludes a sync.
    fileprivate var isRunning = false
    /// Work that waits until a sync has ended; each gets what it has to call at its end.
    fileprivate var excluded: [(_ end: @escaping () -> Void) -> Void] = []
    /// Requests that came meanwhile.
    fileprivate var waiters: [(onlyIfThere: Bool, completion: Completion<SyncReport>)] = []
    /// Counts the syncs that were put off: only the last counts.
    fileprivate var timer = 0
  }

  static let usualDelay = Duration.seconds(30)

  private unowned let library: MusicLibrary
  /// Time from the last change of a playlist until the file is written.
  var delay = LibrarySync.usualDelay

  init(_ library: MusicLibrary) { self.library = library }

  /// Makes a volume's playlists and those in the file equal, whichever side changed. A playlist that both sides changed
  /// since they were equal is stored twice.
  ///
  /// - Parameter onlyIfThere: nothing is done without a file; else it is made.
  public func run(
    _ id: VolumeID, onlyIfThere: Bool = false, completion: @escaping Completion<SyncReport>
  ) {
    guard let volume = library.open(id) else {
      return library.later { completion(.failure(.volumeGone)) }
    }
    // One at a time: what comes meanwhile is in the next.
    guard !volume.sync.isRunning else {
      volume.sync.waiters.append((onlyIfThere, completion))
      return
    }
    let request = LibraryRequest()
    guard let access = VolumeAccess(volume, for: request) else {
      return library.later { completion(.failure(.volumeGone)) }
    }
    let volumes = library.access(for: request)
    exclude(on: volume, id) { [library] end in
      library.askFiles(of: volume) { () throws(Refusal) in
        PlaylistSync.run(access, volumes: volumes, onlyIfThere: onlyIfThere)
      } completion: { [weak library] outcome in
        if let hasFile = (try? outcome.get())?.hasFile { volume.sync.hasFile = hasFile }
        if (try? outcome.get())?.isChanged == true { library?.playlists.renew(volume) }
        completion(outcome.flatMap(\.result).mapError(volume.reason))
        end()
      }
    }
  }

  /// Begins something that excludes a sync, once none runs.
  ///
  /// - Parameter body: gets what it has to call at its end.
  func exclude(
    on volume: MountedVolume, _ id: VolumeID, _ body: @escaping (_ end: @escaping () -> Void) -> Void
  ) {
    guard !volume.sync.isRunning else { return volume.sync.excluded.append(body) }
    volume.sync.isRunning = true
    body { [weak self] in
      volume.sync.isRunning = false
      self?.runNext(on: volume, id)
    }
  }

  private func runNext(on volume: MountedVolume, _ id: VolumeID) {
    if volume.sync.isRunning { return }
    if !volume.sync.excluded.isEmpty { return exclude(on: volume, id, volume.sync.excluded.removeFirst()) }
    if volume.sync.waiters.isEmpty { return }
    let waiters = volume.sync.waiters
    volume.sync.waiters = []
    run(id, onlyIfThere: waiters.allSatisfy(\.onlyIfThere)) { result in
      for waiter in waiters { waiter.completion(result) }
    }
  }

  /// After a scan: the file may have come with it, and what it names is known now.
  func scanEnded(on volume: MountedVolume) {
    guard let id = volume.info?.id, !volume.isLeaving else { return }
    run(id, onlyIfThere: true) { [weak library] result in
      switch result {
      case .success(let report) where report.isNews: library?.tell(.synchronised(report))
      case .success, .failure(.volumeGone): break
      case .failure(let refusal):
        library?.tell(.warning("playlist sync of \(volume.path) failed: \(refusal.text)"))
      }
    }
  }

  /// A playlist on the volume was changed: where there is a file, it gets that soon.
  func playlistsChanged(on volume: MountedVolume) {
    guard volume.sync.hasFile else { return }
    volume.sync.timer += 1
    let timer = volume.sync.timer
    library.later(after: delay) { [weak self] in
      if timer == volume.sync.timer { self?.scanEnded(on: volume) }
    }
  }
}
