import Linux
public import Model

/// Backups of what people add to volumes, each on its volume. Completions are called on the loop.
extension MusicLibrary {
  /// Rewrites `.jukebox/backup.json`. Edits come in between: `BackupWriter` describes which of them are in it.
  ///
  /// - Parameter completion: called once the file would survive a power cut.
  public func backUp(_ id: VolumeID, completion: @escaping (Result<Void, Refusal>) -> Void) {
    guard let volume = open(id) else { return later { completion(.failure(.volumeGone)) } }
    backUp(volume, completion)
  }

  private func backUp(
    _ volume: MountedVolume, _ completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    guard let id = volume.info?.id else { return later { completion(.failure(.volumeGone)) } }
    // A requested backup stays as long as an automatic one: it may be the only copy left.
    let former = volume.backedUpAt
    volume.backedUpAt = Instant.now()
    func end(_ result: Result<Void, Refusal>) {
      if case .failure = result { volume.backedUpAt = former }
      completion(result.mapError(volume.reason))
    }
    // The backup's record of a desktop program's file must be that after a running sync.
    withoutSync(of: volume, id) { [weak self] endOfSync in
      endOfSync()
      guard let self else { return end(.failure(.volumeGone)) }
      write(VolumeStore.backupFile, on: volume, former: .keptUnlessOwn) { [weak self] result in
        guard let self else { return }
        switch result {
        case .failure(let refusal): end(.failure(refusal))
        case .success(let changes):
          let time = clock()
          ask(volume, { (store) throws(StoreError) in try store.noteBackup(changes, time: time) }) { result in
            end(result.mapError { Refusal($0) })
          }
        }
      }
    }
  }

  /// - Parameter completion: gets the count of changes when it began.
  private func write(
    _ target: VolumeFile, on volume: MountedVolume, former: BackupWriter.Former,
    _ completion: @escaping (Result<Int64, Refusal>) -> Void
  ) {
    let root = volume.worker.root
    askFiles(
      volume,
      { (channel) throws(StoreError) in
        try BackupWriter.write(target, in: root, channel, former: former)
      }
    ) {
      completion($0.mapError { Refusal($0) })
    }
  }

  /// Replaces everything that people added to a volume by the backup's content; the previous state goes to
  /// `.jukebox/before-restore.json` first, and the previous content of that to files with numbers at the end of the
  /// name.
  public func restore(
    _ id: VolumeID, completion: @escaping (Result<RestoreReport, Refusal>) -> Void
  ) {
    guard let volume = open(id) else { return later { completion(.failure(.volumeGone)) } }
    // A sync's record of both sides would be wrong afterwards.
    withoutSync(of: volume, id) { [weak self] end in
      func done(_ result: Result<RestoreReport, Refusal>) {
        end()
        completion(result.mapError(volume.reason))
      }
      guard let self else { return done(.failure(.volumeGone)) }
      restore(volume, id, tries: Self.mostRestoreTries, done)
    }
  }

  private static let mostRestoreTries = 3

  /// - Parameter tries: number of restarts after an edit in between.
  private func restore(
    _ volume: MountedVolume, _ id: VolumeID, tries: Int,
    _ completion: @escaping (Result<RestoreReport, Refusal>) -> Void
  ) {
    write(VolumeStore.formerFile, on: volume, former: .untouched) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let former): restore(volume, id, tries, of: former, completion)
      }
    }
  }

  /// - Parameter former: `volume.changes` of what was kept of what is there: that takes its place where anything is taken
  ///   back, and goes where not.
  private func restore(
    _ volume: MountedVolume, _ id: VolumeID, _ tries: Int, of former: Int64,
    _ completion: @escaping (Result<RestoreReport, Refusal>) -> Void
  ) {
    let root = volume.worker.root
    let time = clock()
    ask(
      volume,
      { (store) throws(StoreError) in
        var isDone = false
        defer { if !isDone { try? VolumeStore.formerFile.abandon(in: root) } }
        if try store.changeCount() != former { return nil }
        let result = try store.restore(from: root, keeping: VolumeStore.formerFile)
        guard case .success = result else { return result }
        isDone = true
        try store.noteRestore(time: time)
        return result
      }
    ) { [weak self] (result: Result<Result<RestoreReport, Refusal>?, StoreError>) in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(nil) where tries > 1: self?.restore(volume, id, tries: tries - 1, completion)
      case .success(nil): completion(.failure(Self.editedMeanwhile))
      case .success(.failure(let refusal)?): completion(.failure(refusal))
      case .success(.success(let report)?):
        guard let self else { return }
        // It may be wanted for another restore.
        volume.backedUpAt = Instant.now()
        volume.counts = nil
        tell(.tracksChanged(id))
        renewPlaylists(of: volume)
        // What waits for its file finds it.
        _ = startUpdate([(volume, [])], rescan: false)
        completion(.success(report))
      }
    }
  }

  private static let editedMeanwhile = Refusal.badFile(
    "restore cancelled: data was edited meanwhile. Try again.")

  /// After a scan of all: of which songs that a restore brought something back it has found no file.
  func tellOfMissing(_ volume: MountedVolume) {
    ask(volume, { (store) throws(StoreError) in try store.takeMissingAfterRestore() }) { [weak self] result in
      guard case .success(let found?) = result else { return }
      self?.tell(
        .warning(
          """
          \(volume.path): the backup has data of missing songs: \(found.count), the first \
          \(EscapedName.text(for: found.first)); it is kept for them
          """))
    }
  }

  /// How often it is asked whether a volume needs a backup.
  private static let backupInterval = Duration.seconds(3600)
  private static let backupPeriod = Duration.seconds(86_400)

  /// After a scan, and then from time to time.
  func backUpByItself(_ volume: MountedVolume) {
    volume.backupTimer += 1
    let timer = volume.backupTimer
    guard !volume.isLeaving, volume.info?.isCopy == false else { return }
    let time = clock()
    // Where no clock is known, a day is one of this volume's presence.
    let isEarly = volume.backedUpAt.map { Instant.now() - $0 < Self.backupPeriod } ?? false
    ask(volume, { (store) throws(StoreError) in try store.needsBackup(time: time, isEarly: isEarly) }) {
      [weak self] result in
      guard let self, !volume.isLeaving else { return }
      if (try? result.get()) == true {
        backUp(volume) { [weak self] result in
          if case .failure(let refusal) = result, refusal != .volumeGone {
            self?.tell(
              .warning("backup of \(volume.path) failed: \(refusal.text)"))
          }
        }
      }
      later(after: Self.backupInterval) { [weak self] in
        if timer == volume.backupTimer { self?.backUpByItself(volume) }
      }
    }
  }
}
