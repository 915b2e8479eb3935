import Control
import Library
import Model

/// What was listened to, as the protocol tells of it.
final class ListeningJoin: Listening {
  private let library: MusicLibrary
  private let listener: Listener

  init(library: MusicLibrary, listener: Listener) {
    self.library = library
    self.listener = listener
  }

  func report(of uri: String, completion: @escaping (Result<ListeningReport, Refusal>) -> Void) -> Query {
    guard let track = library.reference(of: uri) else {
      completion(.failure(.noSuchSong))
      return .done
    }
    return Query(
      library.statistics(of: track) {
        completion($0.map { ListeningReport($0) }.mapError { $0.naming(.noSuchSong) })
      })
  }

  func songs(
    _ list: ListenedSongs, in window: Range<Int>, completion: @escaping (Result<SongPlaces, Refusal>) -> Void
  ) -> Query {
    Query(
      library.list(ListeningList(list), in: window) {
        completion(
          $0.map { page in
            SongPlaces(
              places: page.rows.map { SongPlace(volume: $0.volume, number: $0.row) },
              reasons: page.keys.compactMap { ListedReason($0, of: list) }, total: Int(clamping: page.total))
          }.mapError { $0.naming(.noSuchSong) })
      })
  }

  // MARK: Folders

  func folders(completion: @escaping (Result<[ResumeReport], Refusal>) -> Void) -> Query {
    gather(library.volumes.map(\.id), [], completion)
    return .done
  }

  private func gather(
    _ volumes: [VolumeID], _ found: [ResumeReport],
    _ completion: @escaping (Result<[ResumeReport], Refusal>) -> Void
  ) {
    guard let volume = volumes.first else { return completion(.success(found)) }
    library.folderResumes(on: volume) { result in
      switch result {
      case .success(let folders):
        self.gather(Array(volumes.dropFirst()), found + folders.map { self.report($0) }, completion)
      case .failure(let error) where error.kind == .closed:
        self.gather(Array(volumes.dropFirst()), found, completion)
      case .failure(let error): completion(.failure(.system("\(error)")))
      }
    }
  }

  func folder(at uri: String, completion: @escaping (Result<ResumeReport, Refusal>) -> Void) -> Query {
    guard let folder = folder(uri) else {
      completion(.failure(.noSuchDirectory))
      return .done
    }
    return Query(library.folderResume(of: folder) { self.answer($0, completion) })
  }

  func mark(
    _ uri: String, resumes: Bool?, completion: @escaping (Result<ResumeReport, Refusal>) -> Void
  ) -> Query {
    guard let folder = folder(uri) else {
      completion(.failure(.noSuchDirectory))
      return .done
    }
    library.mark(folder, resumes: resumes) { result in
      guard case .success = result else { return self.answer(result, completion) }
      self.listener.marked(on: folder.volume) { self.answer(result, completion) }
    }
    return .done
  }

  private func answer(
    _ result: Result<FolderResume, Refusal>,
    _ completion: (Result<ResumeReport, Refusal>) -> Void
  ) {
    completion(result.map { report($0) }.mapError { $0.naming(.noSuchDirectory) })
  }

  /// `""` is the root of the volume that is the root of the tree.
  private func folder(_ uri: String) -> FolderReference? {
    if uri.isEmpty { return library.topVolume.map { FolderReference(volume: $0, path: []) } }
    return library.reference(of: uri).map { FolderReference(volume: $0.volume, path: $0.path) }
  }

  private func report(_ folder: FolderResume) -> ResumeReport {
    func uri(_ path: [UInt8]) -> String {
      library.uri(of: TrackReference(volume: folder.folder.volume, path: path)) ?? EscapedName.text(for: path)
    }
    var folderURI = uri(folder.folder.path)
    // A volume's own name ends in no slash.
    if folder.folder.path.isEmpty, folderURI.hasSuffix("/") { folderURI.removeLast() }
    return ResumeReport(
      uri: folderURI, resumes: folder.resumes, reason: ResumeReport.Reason(folder.reason),
      song: folder.point.map { uri($0.track) }, elapsed: folder.point?.elapsed ?? .zero,
      isAtEnd: folder.point?.isAtEnd ?? false)
  }
}

extension ListeningList {
  fileprivate init(_ list: ListenedSongs) {
    switch list {
    case .recentlyPlayed: self = .recentlyPlayed
    case .mostPlayed: self = .mostPlayed
    case .neverPlayed: self = .neverPlayed
    case .forgotten: self = .forgotten
    case .ranking: self = .ranking
    }
  }
}

extension ListedReason {
  /// - Parameter key: from a volume, so that it can be anything.
  fileprivate init?(_ key: Double, of list: ListenedSongs) {
    let whole = Int64(key.isFinite ? min(max(key, 0), 1e15) : 0)
    switch list {
    case .recentlyPlayed: self = .lastPlayed(whole > 0 ? whole : nil)
    case .mostPlayed: self = .plays(Int(whole))
    case .neverPlayed: return nil
    case .forgotten: self = .unplayed(days: Int(whole / 86_400))
    case .ranking: self = .score(Affinity.score(ofSum: key))
    }
  }
}

extension ResumeReport.Reason {
  fileprivate init(_ reason: FolderResume.Reason) {
    switch reason {
    case .marked: self = .marked
    case .markedAbove: self = .above
    case .rule: self = .tracks
    }
  }
}

extension ListeningReport {
  fileprivate init(_ statistics: ListeningStatistics) {
    self.init()
    plays = Int(statistics.plays)
    skips = Int(statistics.skips)
    seeksToEnd = Int(statistics.seeksToEnd)
    playings = Int(statistics.playings)
    heard = statistics.listened
    offered = statistics.offered
    ratio = statistics.ratio
    lastPlayed = statistics.lastPlayed
    lastSkipped = statistics.lastSkipped
    sum = statistics.sum
    score = statistics.score
    sumOfPlays = statistics.parts.plays
    sumOfHeard = statistics.parts.heard
    sumOfSkips = statistics.parts.skips
    sumOfSeeks = statistics.parts.seeksToEnd
    sumOfRest = statistics.parts.rest
    rank = statistics.rank.map { Int($0) }
    ranked = Int(statistics.ranked)
    isLovely = statistics.isLovely
  }
}
