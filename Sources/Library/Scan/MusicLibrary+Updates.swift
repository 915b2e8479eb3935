public import Model

extension MusicLibrary {
  /// The update job that runs now.
  public var runningJob: UInt32? { updates.running }

  /// What each running scan has done so far, by volume.
  public var progress: [(volume: VolumeInfo, progress: ScanProgress)] {
    ordered.compactMap { volume in
      guard let info = volume.info, !volume.jobs.isEmpty else { return nil }
      return (info, volume.progress)
    }
  }

  /// What the last scan of each volume came to, of those where one has ended.
  public var outcomes: [(volume: VolumeInfo, outcome: ScanOutcome)] {
    ordered.compactMap { volume in
      guard let info = volume.info, let outcome = volume.outcome else { return nil }
      return (info, outcome)
    }
  }

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
      parts = ordered.map { ($0, []) }
    } else if let (volume, path) = place(of: uri) {
      parts = [(volume, path)]
    }
    // Of nothing at all, everything is soon looked at.
    if parts.isEmpty { return emptyUpdate() }
    guard parts.allSatisfy({ $0.0.jobs.count < VolumeWorker.mostScans }) else { throw .updateQueueFull }
    return startUpdate(parts, rescan: rescan)
  }

  private func emptyUpdate() -> UInt32 {
    let job = updates.begin(parts: 1)
    tell(.updateBegan(job: job))
    later { [weak self] in
      guard let self, updates.endPart(of: job) else { return }
      tell(.updateEnded(job: job))
    }
    return job
  }

  func startUpdate(_ parts: [(MountedVolume, [UInt8])], rescan: Bool) -> UInt32 {
    let job = updates.begin(parts: parts.count)
    tell(.updateBegan(job: job))
    for (volume, path) in parts {
      volume.jobs.insert(job)
      if !volume.worker.scan(ScanRequest(path: path, rescan: rescan, job: job)) { endUpdate(job, volume) }
    }
    return job
  }

  func endUpdate(_ job: UInt32, _ volume: MountedVolume) {
    guard volume.jobs.remove(job) != nil, updates.endPart(of: job) else { return }
    tell(.updateEnded(job: job))
  }
}
