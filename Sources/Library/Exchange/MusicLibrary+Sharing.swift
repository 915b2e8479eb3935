public import Model

/// `Sync/mixboard-playlists.json` on a volume, which a desktop program reads and writes.
extension MusicLibrary {
  /// Makes a volume's playlists and those in the file equal, whichever side changed. A playlist that both sides changed
  /// since they were equal is stored twice.
  ///
  /// - Parameters:
  /// - onlyIfThere: nothing is done without a file; else it is made.
  /// - completion: called on the loop.
  public func synchronise(
    _ id: VolumeID, onlyIfThere: Bool = false,
    completion: @escaping (Result<SyncReport, Refusal>) -> Void
  ) {
    guard let volume = open(id) else {
      return later { completion(.failure(.volumeGone)) }
    }
    // One at a time: what comes meanwhile is in the next.
    guard !volume.isSynchronising else {
      volume.syncWaiters.append((onlyIfThere, completion))
      return
    }
    let request = LibraryRequest()
    guard let access = VolumeAccess(volume, for: request) else {
      return later { completion(.failure(.volumeGone)) }
    }
    let volumes = self.access(for: request)
    withoutSync(of: volume, id) { [weak self] end in
      guard let self else { return }
      askFiles(of: volume) { () throws(Refusal) in
        PlaylistSync.run(access, volumes: volumes, onlyIfThere: onlyIfThere)
      } completion: { [weak self] outcome in
        if let hasFile = (try? outcome.get())?.hasFile { volume.hasSharedFile = hasFile }
        if (try? outcome.get())?.isChanged == true { self?.renewPlaylists(of: volume) }
        completion(outcome.flatMap(\.result).mapError(volume.reason))
        end()
      }
    }
  }

  /// Begins something that no sync may run beside, once none does.
  ///
  /// - Parameter body: gets what it has to call at its end.
  func withoutSync(
    of volume: MountedVolume, _ id: VolumeID, _ body: @escaping (_ end: @escaping () -> Void) -> Void
  ) {
    guard !volume.isSynchronising else { return volume.waitsForSync.append(body) }
    volume.isSynchronising = true
    body { [weak self] in
      volume.isSynchronising = false
      self?.goOn(behindSyncOf: volume, id)
    }
  }

  private func goOn(behindSyncOf volume: MountedVolume, _ id: VolumeID) {
    if volume.isSynchronising { return }
    if !volume.waitsForSync.isEmpty { return withoutSync(of: volume, id, volume.waitsForSync.removeFirst()) }
    if volume.syncWaiters.isEmpty { return }
    let waiters = volume.syncWaiters
    volume.syncWaiters = []
    synchronise(id, onlyIfThere: waiters.allSatisfy(\.onlyIfThere)) { result in
      for waiter in waiters { waiter.completion(result) }
    }
  }

  /// After a scan: the file may have come with it, and what it names is known now.
  func synchroniseByItself(_ volume: MountedVolume) {
    guard let id = volume.info?.id, !volume.isLeaving else { return }
    synchronise(id, onlyIfThere: true) { [weak self] result in
      switch result {
      case .success(let report) where report.isNews: self?.tell(.synchronised(report))
      case .success, .failure(.volumeGone): break
      case .failure(let refusal):
        self?.tell(
          .warning(
            "playlist sync of \(volume.path) failed: \(refusal.text)"))
      }
    }
  }

  static let usualSyncDelay = Duration.seconds(30)

  /// A playlist on the volume was changed: where there is a file, it gets that soon.
  func playlistsChanged(on volume: MountedVolume) {
    guard volume.hasSharedFile else { return }
    volume.syncTimer += 1
    let timer = volume.syncTimer
    later(after: syncDelay) { [weak self] in
      guard timer == volume.syncTimer else { return }
      self?.synchroniseByItself(volume)
    }
  }
}
