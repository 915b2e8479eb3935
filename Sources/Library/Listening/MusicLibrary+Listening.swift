import Linux
public import Model

/// What was listened to. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// Counts what was heard of a playing; what was counted before is not counted again.
  ///
  /// - Parameter completion: gets whether it was counted: it can't be while its volume is away, or has no row for the
  ///   track yet.
  public func count(_ report: HeardReport, completion: @escaping (Result<Bool, StoreError>) -> Void) {
    if let url = report.track.url {
      countEpisode(report, url)
      return later { completion(.success(true)) }
    }
    guard let volume = open(report.track.volume) else { return later { completion(.failure(.closed)) } }
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.listening.count(report, time: WallClock.synchronised(), in: transaction)
        }
      }
    ) {
      [weak self] result in
      if case .success(true) = result {
        self?.tell(.stickersChanged)
        self?.followLovely(on: volume)
      }
      completion(result)
    }
  }

  /// How a track was listened to.
  @discardableResult
  public func statistics(
    of track: TrackReference, completion: @escaping (Result<ListeningStatistics, Refusal>) -> Void
  ) -> LibraryRequest {
    guard let volume = open(track.volume) else { return refuse(.volumeGone, completion) }
    let path = track.path
    return ask(
      volume,
      { (store) throws(StoreError) in
        try store.people.listening.statistics(at: path, time: WallClock.synchronised())
      }
    ) { result in
      switch result {
      case .success(let found?): completion(.success(found))
      case .success(nil): completion(.failure(.noSuchPath))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// Some tracks of a list, of all present volumes.
  ///
  /// - Parameter window: their places; none after `QueueLimits.entries` are looked at.
  @discardableResult
  public func list(
    _ list: ListeningList, in window: Range<Int>,
    completion: @escaping (Result<ListeningPage, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let window = window.clamped(to: 0..<(list == .lovely ? Affinity.mostLovely : QueueLimits.entries))
    let volumes = ordered
    // A volume alone counts to the window by itself.
    let skipping = volumes.count == 1 ? window.lowerBound : 0
    sweep(volumes, request: request) { (store) throws(StoreError) in
      let time = WallClock.synchronised()
      let (listening, isCountKept) = (store.people.listening, store.isCountKept)
      let rows = try listening.list(
        list, skipping: skipping, limit: window.upperBound - skipping, time: time, isCountKept: isCountKept)
      // Who asks for these asks for all of them.
      let count =
        list == .lovely
        ? Int64(rows.count) : try listening.count(of: list, time: time, isCountKept: isCountKept)
      return (rows: rows, count: count)
    } completion: { found in
      var (parts, total) = ([Part](), Int64(0))
      for (volume, result) in found {
        switch result {
        case .success(let read):
          if let id = volume.info?.id { parts.append((id, read.rows)) }
          total += read.count
        case .failure(let error) where error.kind == .closed: continue
        case .failure(let error): return completion(.failure(Refusal(error)))
        }
      }
      if list == .lovely { total = min(total, Int64(Affinity.mostLovely)) }
      let merged = Self.merge(parts, limit: window.upperBound - skipping)
        .dropFirst(window.lowerBound - skipping)
      completion(.success(ListeningPage(rows: merged.map(\.row), keys: merged.map(\.key), total: total)))
    }
    return request
  }

  private typealias Part = (volume: VolumeID, rows: [ListeningRow])

  /// Each volume's own order stays: a volume's clock may not have been known.
  private static func merge(_ parts: [Part], limit: Int) -> [(row: TrackRow, key: Double)] {
    var places = parts.map { _ in 0 }
    var merged: [(row: TrackRow, key: Double)] = []
    while merged.count < limit {
      var best: Int?
      for (index, part) in parts.enumerated() where places[index] < part.rows.count {
        guard let other = best else {
          best = index
          continue
        }
        if part.rows[places[index]].key > parts[other].rows[places[other]].key { best = index }
      }
      guard let best else { break }
      let row = parts[best].rows[places[best]]
      merged.append((TrackRow(volume: parts[best].volume, row: row.row), row.key))
      places[best] += 1
    }
    return merged
  }

  /// Reports a change of "Lovely songs".
  private func followLovely(on volume: MountedVolume) {
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.people.listening.list(
          .lovely, limit: Affinity.mostLovely, time: WallClock.synchronised(), isCountKept: store.isCountKept
        ).map(\.row)
      }
    ) { [weak self] result in
      guard case .success(let rows) = result, rows != volume.lovely else { return }
      let isNew = volume.lovely != nil || !rows.isEmpty
      volume.lovely = rows
      if isNew { self?.tell(.playlistsChanged) }
    }
  }

  // MARK: Folders

  /// The folders of a volume that were listened to and resume, or that people said something of.
  public func folderResumes(
    on volume: VolumeID, completion: @escaping (Result<[FolderResume], StoreError>) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.failure(.closed)) } }
    ask(
      mounted, { (store) throws(StoreError) in try store.people.folders.all(on: store.identity) },
      completion: completion)
  }

  /// Those of all open volumes. A volume that leaves meanwhile has none.
  public func folderResumes(completion: @escaping (Result<[FolderResume], StoreError>) -> Void) {
    sweep(ordered) { (store) throws(StoreError) in
      try store.people.folders.all(on: store.identity)
    } completion: { found in
      var folders: [FolderResume] = []
      for (_, result) in found {
        switch result {
        case .success(let some): folders += some
        case .failure(let error) where error.kind == .closed: continue
        case .failure(let error): return completion(.failure(error))
        }
      }
      completion(.success(folders))
    }
  }

  /// What holds for a folder.
  @discardableResult
  public func folderResume(
    of folder: FolderReference, completion: @escaping (Result<FolderResume, Refusal>) -> Void
  ) -> LibraryRequest {
    if let url = folder.url {
      episodeResume(of: url, completion: completion)
      return LibraryRequest()
    }
    guard let volume = open(folder.volume) else { return refuse(.volumeGone, completion) }
    let path = folder.path
    return ask(
      volume, { (store) throws(StoreError) in try store.people.folders.resume(at: path, on: store.identity) }
    ) {
      Self.answer($0, completion)
    }
  }

  /// Stores the position in a folder; nothing waits for it.
  public func keep(
    _ point: FolderPoint, of folder: FolderReference, completion: @escaping (StoreError?) -> Void
  ) {
    if let url = folder.url { return keepEpisode(point, url, completion: completion) }
    guard let volume = open(folder.volume) else { return later { completion(.closed) } }
    let path = folder.path
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.folders.store(point, of: path, time: WallClock.synchronised(), in: transaction)
        }
      }
    ) { result in
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }

  /// Says of a folder and all below that it resumes, or starts over; nil leaves it to its tracks.
  ///
  /// - Parameter completion: gets what holds for it, once that would survive a power cut.
  public func mark(
    _ folder: FolderReference, resumes: Bool?,
    completion: @escaping (Result<FolderResume, Refusal>) -> Void
  ) {
    guard let volume = open(folder.volume) else {
      _ = refuse(.volumeGone, completion)
      return
    }
    let path = folder.path
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.folders.mark(path, on: store.identity, resumes: resumes, in: transaction)
        }
      }
    ) {
      Self.answer($0, completion)
    }
  }

  private static func answer(
    _ result: Result<FolderResume?, StoreError>,
    _ completion: (Result<FolderResume, Refusal>) -> Void
  ) {
    switch result {
    case .success(let found?): completion(.success(found))
    case .success(nil): completion(.failure(.noSuchPath))
    case .failure(let error): completion(.failure(Refusal(error)))
    }
  }
}
