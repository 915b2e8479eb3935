public import Library
import Linux
public import Model

/// Backups of what people add to volumes, each on its volume. Completions are called on the loop, once.
public final class LibraryBackups {
  /// State of a volume.
  final class State {
    /// When the last backup was made, or restored.
    var madeAt: Instant?
    /// Counts the checks that were put off: only the last counts.
    var timer = 0
  }

  private let library: MusicLibrary
  private var states = VolumeStates<State>()
  /// Seconds since 1970, where the kernel's clock is known: from them follows how old a backup is.
  var clock: () -> Int64? = WallClock.synchronised

  init(_ library: MusicLibrary) { self.library = library }

  func state(of volume: MountedVolume) -> State { states[volume] { State() } }

  /// Rewrites `.jukebox/backup.json`. Edits that come while it is written are in the next one.
  ///
  /// - Parameter completion: called once the file would survive a power cut.
  public func make(on id: VolumeID, completion: @escaping Completion<Void>) {
    guard let volume = library.open(id) else { return library.later { completion(.failure(.volumeGone)) } }
    make(on: volume, completion)
  }

  private func make(on volume: MountedVolume, _ completion: @escaping Completion<Void>) {
    // A requested backup stays as long as an automatic one: it may be the only copy left.
    let state = state(of: volume)
    let former = state.madeAt
    state.madeAt = Instant.now()
    let time = clock()
    library.askFiles(of: volume) { (access) throws(Refusal) in
      do throws(StoreError) { try Backup.make(in: access.root, access.background, time: time) } catch {
        throw Refusal(error)
      }
    } completion: { (result: Result<Void, Refusal>) in
      if case .failure = result { state.madeAt = former }
      completion(result)
    }
  }

  /// Replaces everything that people added to a volume by the backup's content; the previous state goes to
  /// `.jukebox/before-restore.json` first, and the previous content of that to files with numbers at the end of the
  /// name.
  public func restore(_ id: VolumeID, completion: @escaping Completion<RestoreReport>) {
    guard let volume = library.open(id) else { return library.later { completion(.failure(.volumeGone)) } }
    let time = clock()
    // On the thread of syncs: while one runs, its record of both sides would be wrong afterwards.
    library.askFiles(of: volume) { (access) throws(Refusal) in
      let root = access.root
      // In one job of the store: no edit comes between what is kept and what takes its place.
      return try access.ask { (store) throws(StoreError) in
        let result = try Backup.restore(store, from: root)
        if case .success = result { try store.backups.noteRestored(time: time) }
        return result
      }
    } completion: { [weak self] (result: Result<RestoreReport, Refusal>) in
      if case .success = result { self?.restored(volume, id) }
      completion(result)
    }
  }

  private func restored(_ volume: MountedVolume, _ id: VolumeID) {
    // It may be wanted for another restore.
    state(of: volume).madeAt = Instant.now()
    volume.tracksChanged()
    library.tell(.tracksChanged(id))
    library.playlists.renew(volume)
    // The scan finds the files of restored songs.
    library.scans.start([(volume, [])])
  }

  /// How often it is asked whether a volume needs a backup.
  private static let interval = Duration.seconds(3600)
  private static let period = Duration.seconds(86_400)

  /// Makes one if it is due: after a scan, and then from time to time.
  func makeIfDue(on volume: MountedVolume) {
    guard !volume.isLeaving, volume.info?.isCopy == false else { return }
    let state = state(of: volume)
    state.timer += 1
    let timer = state.timer
    let time = clock()
    // Without a known clock, the day is counted while this volume is present.
    let isEarly = state.madeAt.map { Instant.now() - $0 < Self.period } ?? false
    library.ask(
      volume, { (store) throws(StoreError) in try store.backups.isDue(time: time, isEarly: isEarly) }
    ) {
      [weak self] result in
      guard let self, !volume.isLeaving else { return }
      if (try? result.get()) == true {
        make(on: volume) { [weak library] result in
          if case .failure(let refusal) = result, refusal != .volumeGone {
            library?.tell(.warning("backup of \(volume.path) failed: \(refusal.text)"))
          }
        }
      }
      library.later(after: Self.interval) { [weak self] in
        if timer == state.timer { self?.makeIfDue(on: volume) }
      }
    }
  }

  /// Drops the state of volumes that have gone.
  func forgetVolumes() { states.keep(only: library.mounted) }
}
