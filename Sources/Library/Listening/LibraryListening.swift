import Linux
public import Model

/// Record of listening. Completions are called on the loop, once, unless the request was cancelled.
public struct LibraryListening {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Counts what was heard of a playing; what was counted before is not counted again.
  ///
  /// - Parameter completion: gets whether it was counted: it can't be while its volume is away, or has no row for the
  ///   track yet.
  public func count(_ report: HeardReport, completion: @escaping (Result<Bool, StoreError>) -> Void) {
    if let url = report.track.url {
      library.podcasts.count(report, url)
      return library.later { completion(.success(true)) }
    }
    guard let volume = library.open(report.track.volume) else {
      return library.later { completion(.failure(.closed)) }
    }
    library.ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.listening.count(report, time: WallClock.synchronised(), in: transaction)
        }
      }
    ) { result in
      if case .success(true) = result {
        library.podcasts.count(report)
        library.tell(.noted(.notedSticker))
        followLovely(on: volume)
      }
      completion(result)
    }
  }

  /// How the song at `uri` was listened to; also one whose file has vanished.
  @discardableResult
  public func statistics(of uri: String, completion: @escaping Completion<ListeningStatistics>) -> Query {
    guard let track = library.reference(of: uri) else { return library.refuse(.noSuchSong, completion) }
    return library.read(
      of: track,
      { (store, path) throws(StoreError) in
        try store.people.listening.statistics(at: path, time: WallClock.synchronised())
      }, completion: completion)
  }

  /// Some tracks of a list, of all present volumes.
  ///
  /// - Parameter window: their places; none after `QueueLimits.entries` are looked at.
  @discardableResult
  public func list(
    _ list: ListeningList, in window: Range<Int>,
    completion: @escaping Completion<SongPlaces>
  ) -> Query {
    let request = LibraryRequest()
    let window = window.clamped(to: 0..<(list == .lovely ? Affinity.mostLovely : QueueLimits.entries))
    let volumes = library.ordered
    // A volume alone counts to the window by itself.
    let skipping = volumes.count == 1 ? window.lowerBound : 0
    library.sweep(volumes, request: request) { (store) throws(StoreError) in
      let time = WallClock.synchronised()
      let (listening, isCountKept) = (store.people.listening, store.scanCount.isKept)
      let rows = try listening.list(
        list, skipping: skipping, limit: window.upperBound - skipping, time: time, isCountKept: isCountKept)
      // Callers request all of the lovely songs, or one to see whether there are any.
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
      completion(
        .success(
          SongPlaces(
            places: merged.map(\.row), reasons: merged.compactMap { ListedReason($0.key, of: list) },
            total: Int(clamping: total))))
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
    library.ask(
      volume,
      { (store) throws(StoreError) in
        try store.people.listening.list(
          .lovely, limit: Affinity.mostLovely, time: WallClock.synchronised(),
          isCountKept: store.scanCount.isKept
        ).map(\.row)
      }
    ) { result in
      if case .success(let rows) = result, volume.playlists.setLovely(rows) {
        library.tell(.noted(.notedPlaylist))
      }
    }
  }
}

extension ListedReason {
  /// - Parameter key: by which a song has its place (`Listening.list`): from a volume, so that it can be anything.
  fileprivate init?(_ key: Double, of list: ListeningList) {
    let whole = Int64(key.isFinite ? min(max(key, 0), 1e15) : 0)
    switch list {
    case .recentlyPlayed: self = .lastPlayed(whole > 0 ? whole : nil)
    case .mostPlayed: self = .plays(Int(whole))
    case .neverPlayed, .lovely, .favourites, .recentlyAdded: return nil
    case .rated: self = .rating(Int(min(whole, 10)))
    case .forgotten: self = .unplayed(days: Int(whole / 86_400))
    case .ranking: self = .score(Affinity.score(ofSum: key))
    }
  }
}
