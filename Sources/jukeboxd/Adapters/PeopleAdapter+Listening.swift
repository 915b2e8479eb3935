import Control
import Library
import Model

/// Listening statistics, and the lists and folders that depend on them.
extension PeopleAdapter {
  func report(of uri: String, completion: @escaping (Result<ListeningStatistics, Refusal>) -> Void) -> Query {
    guard let track = library.reference(of: uri) else { return .refused(.noSuchSong, completion) }
    return Query(
      library.listening.statistics(of: track) {
        completion($0.mapError { $0.naming(.noSuchSong) })
      })
  }

  func songs(
    _ list: ListeningList, in window: Range<Int>, completion: @escaping (Result<SongPlaces, Refusal>) -> Void
  ) -> Query {
    Query(
      library.listening.list(list, in: window) {
        completion(
          $0.map { page in
            SongPlaces(
              places: page.rows,
              reasons: page.keys.compactMap { ListedReason($0, of: list) }, total: Int(clamping: page.total))
          }.mapError { $0.naming(.noSuchSong) })
      })
  }

  // MARK: Folders

  func folders(completion: @escaping (Result<[ResumeReport], Refusal>) -> Void) -> Query {
    library.resumes.all { result in
      completion(result.map { $0.map { self.report($0) } }.mapError { Refusal($0) })
    }
    return .done
  }

  func folder(at uri: String, completion: @escaping (Result<ResumeReport, Refusal>) -> Void) -> Query {
    guard let folder = folder(uri) else { return .refused(.noSuchDirectory, completion) }
    return Query(library.resumes.resume(of: folder) { self.answer($0, completion) })
  }

  func mark(
    _ uri: String, resumes: Bool?, completion: @escaping (Result<ResumeReport, Refusal>) -> Void
  ) -> Query {
    guard let folder = folder(uri) else { return .refused(.noSuchDirectory, completion) }
    library.resumes.mark(folder, resumes: resumes) { result in
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
    if uri.isEmpty { return library.mounts.topVolume.map { FolderReference(volume: $0, path: []) } }
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
      uri: folderURI, resumes: folder.resumes, reason: folder.reason,
      song: folder.point.map { uri($0.track) }, elapsed: folder.point?.elapsed ?? .zero,
      isAtEnd: folder.point?.isAtEnd ?? false)
  }
}

extension ListedReason {
  /// - Parameter key: from a volume, so that it can be anything.
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
