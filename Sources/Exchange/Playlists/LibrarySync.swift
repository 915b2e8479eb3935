import Library
public import Model

/// Keeps `Sync/mixboard-playlists.json` on a volume, which a desktop program reads and writes, the same as the volume's
/// playlists. Completions are called on the loop, once.
public final class LibrarySync {
  /// State of a volume's syncs.
  private final class State {
    /// Whether there is a file.
    var hasFile = false
    /// Counts the syncs that were put off: only the last counts.
    var timer = 0
    /// Whether a sync that nobody asked for is under way, and whether another one is due after it.
    var (isRunning, isDue) = (false, false)
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
    let (state, request) = (state(of: volume), LibraryRequest())
    let volumes = library.access(for: request)
    library.askFiles(of: volume, request: request) { (access) throws(Refusal) in
      PlaylistSync.run(access, volumes: volumes, onlyIfThere: onlyIfThere)
    } completion: { [weak library] outcome in
      if let hasFile = (try? outcome.get())?.hasFile { state.hasFile = hasFile }
      if (try? outcome.get())?.isChanged == true { library?.playlists.renew(volume) }
      completion(outcome.flatMap(\.result).mapError(volume.reason))
    }
  }

  /// After a scan: the file may have come with it, and what it names is known now.
  func scanEnded(on volume: MountedVolume) {
    guard let id = volume.info?.id, !volume.isLeaving else { return }
    let state = state(of: volume)
    if state.isRunning { return state.isDue = true }
    state.isRunning = true
    run(id, onlyIfThere: true) { [weak self, library, report] result in
      let isDue = state.isDue
      (state.isRunning, state.isDue) = (false, false)
      if isDue { self?.scanEnded(on: volume) }
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
