import Linux
public import Model

/// Backups of what people add to volumes, each on its volume. Completions are called on the loop.
extension MusicLibrary {
  /// Rewrites `.jukebox/backup.json`. Edits that come while it is written are in the next one.
  ///
  /// - Parameter completion: called once the file would survive a power cut.
  public func backUp(_ id: VolumeID, completion: @escaping (Result<Void, Refusal>) -> Void) {
    guard let volume = open(id) else { return later { completion(.failure(.volumeGone)) } }
    backUp(volume, completion)
  }

  private func backUp(
    _ volume: MountedVolume, _ completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    // A requested backup stays as long as an automatic one: it may be the only copy left.
    let former = volume.backedUpAt
    volume.backedUpAt = Instant.now()
    func end(_ result: Result<Void, Refusal>) {
      if case .failure = result { volume.backedUpAt = former }
      completion(result.mapError(volume.reason))
    }
    let (root, time) = (volume.worker.root, clock())
    askFiles(volume, { (channel) throws(StoreError) in try Backup.make(in: root, channel, time: time) }) {
      end($0.mapError { Refusal($0) })
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
      let (root, time) = (volume.worker.root, clock())
      // In one job of the store: no edit comes between what is kept and what takes its place.
      ask(
        volume,
        { (store) throws(StoreError) in
          let result = try store.backups.restore(from: root)
          if case .success = result { try store.backups.noteRestored(time: time) }
          return result
        }
      ) { [weak self] result in
        let result = result.mapError { Refusal($0) }.flatMap(\.self)
        if case .success = result { self?.restored(volume, id) }
        done(result)
      }
    }
  }

  private func restored(_ volume: MountedVolume, _ id: VolumeID) {
    // It may be wanted for another restore.
    volume.backedUpAt = Instant.now()
    volume.counts = nil
    tell(.tracksChanged(id))
    renewPlaylists(of: volume)
    // What waits for its file finds it.
    _ = startUpdate([(volume, [])], rescan: false)
  }

  /// After a scan of all: of which songs that a restore brought something back it has found no file.
  func tellOfMissing(_ volume: MountedVolume) {
    ask(volume, { (store) throws(StoreError) in try store.backups.takeMissing() }) { [weak self] result in
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
    ask(volume, { (store) throws(StoreError) in try store.backups.isDue(time: time, isEarly: isEarly) }) {
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
