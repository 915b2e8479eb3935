import Library
public import Model

/// Keeps `Sync/mixboard-playlists.json` on a volume, which a desktop program reads and writes, the same as the volume's
/// playlists. Completions are called on the loop, once.
public final class LibrarySync {
  /// State of a volume's syncs.
  private final class State {
    /// Whether there is a file.
    var hasFile = false
    /// Or work is in progress that excludes a sync.
    var isRunning = false
    /// Work that waits until a sync has ended; each gets what it has to call at its end.
    var excluded: [(_ end: @escaping () -> Void) -> Void] = []
    /// Requests that came meanwhile.
    var waiters: [(onlyIfThere: Bool, completion: Completion<SyncReport>)] = []
    /// Counts the syncs that were put off: only the last counts.
    var timer = 0
  }

  static let usualDelay = Duration.seconds(30)

  private let library: MusicLibrary
  private let report: (SyncReport) -> Void
  private var states = VolumeStates<State>()
  /// Time from the last change of a playlist until the file is written.
  var delay = LibrarySync.usualDelay

  /// - Parameter report: gets what came of a sync that nobody asked for, if that is worth a message.
  init(_ library: MusicLibrary, report: @escaping (SyncReport) -> Void) {
    (self.library, self.report) = (library, report)
  }

  private func state(of volume: MountedVolume) -> State { states[volume] { State() } }

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
    let state = state(of: volume)
    guard !state.isRunning else {
      state.waiters.append((onlyIfThere, completion))
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
        if let hasFile = (try? outcome.get())?.hasFile { state.hasFile = hasFile }
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
    exclude(state(of: volume), on: volume, id, body)
  }

  private func exclude(
    _ state: State, on volume: MountedVolume, _ id: VolumeID,
    _ body: @escaping (_ end: @escaping () -> Void) -> Void
  ) {
    guard !state.isRunning else { return state.excluded.append(body) }
    state.isRunning = true
    body { [weak self] in
      state.isRunning = false
      self?.runNext(state, on: volume, id)
    }
  }

  /// - Parameter state: the state with which the work began. The volume may have gone meanwhile, and waiters remain.
  private func runNext(_ state: State, on volume: MountedVolume, _ id: VolumeID) {
    if state.isRunning { return }
    if !state.excluded.isEmpty { return exclude(state, on: volume, id, state.excluded.removeFirst()) }
    if state.waiters.isEmpty { return }
    let waiters = state.waiters
    state.waiters = []
    run(id, onlyIfThere: waiters.allSatisfy(\.onlyIfThere)) { result in
      for waiter in waiters { waiter.completion(result) }
    }
  }

  /// After a scan: the file may have come with it, and what it names is known now.
  func scanEnded(on volume: MountedVolume) {
    guard let id = volume.info?.id, !volume.isLeaving else { return }
    run(id, onlyIfThere: true) { [library, report] result in
      switch result {
      case .success(let found) where found.isNews: report(found)
      case .success, .failure(.volumeGone): break
      case .failure(let refusal):
        library.tell(.warning("playlist sync of \(volume.path) failed: \(refusal.text)"))
      }
    }
  }

  /// A playlist on the volume was changed: where there is a file, it gets that soon.
  func playlistsChanged(on volume: MountedVolume) {
    let state = state(of: volume)
    guard state.hasFile else { return }
    state.timer += 1
    let timer = state.timer
    library.later(after: delay) { [weak self] in
      if timer == state.timer { self?.scanEnded(on: volume) }
    }
  }

  /// Drops the state of volumes that have gone.
  func forgetVolumes() { states.keep(only: library.mounted) }
}
