import Linux
public import Model

/// The folders that resume, such as audiobooks, and where they were left. Completions are called on the loop, once, unless
/// the request was cancelled.
public struct LibraryResumes {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// The folders of a volume that were listened to and resume, or that people said something of; and its episodes that were
  /// begun.
  public func all(
    on volume: VolumeID, completion: @escaping (Result<[FolderResume], StoreError>) -> Void
  ) {
    library.ask(
      on: volume,
      { (store) throws(StoreError) in
        try store.people.folders.all(on: store.identity) + store.podcasts.points()
      },
      completion: completion)
  }

  /// Those of all open volumes. A volume that leaves meanwhile has none.
  @discardableResult
  public func all(completion: @escaping Completion<[ResumeReport]>) -> Query {
    return library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.people.folders.all(on: store.identity)
    } completion: { found in
      var folders: [FolderResume] = []
      for (_, result) in found {
        switch result {
        case .success(let some): folders += some
        case .failure(let error) where error.kind == .closed: continue
        case .failure(let error): return completion(.failure(Refusal(error)))
        }
      }
      completion(.success(folders.map(report)))
    }
  }

  /// Reads it of the folder at a URI; `""` is the root of the volume that is the root of the tree.
  @discardableResult
  public func resume(of uri: String, completion: @escaping Completion<ResumeReport>) -> Query {
    guard let folder = folder(uri) else { return library.refuse(.noSuchDirectory, completion) }
    return resume(of: folder) { completion($0.map(report)) }
  }

  private func folder(_ uri: String) -> FolderReference? {
    if uri.isEmpty { return library.mounts.topVolume.map { FolderReference(volume: $0, path: []) } }
    return library.reference(of: uri).map { FolderReference(volume: $0.volume, path: $0.path) }
  }

  private func report(_ folder: FolderResume) -> ResumeReport {
    func uri(_ path: [UInt8]) -> String {
      library.shownURI(of: TrackReference(volume: folder.folder.volume, path: path))
    }
    var folderURI = uri(folder.folder.path)
    // A volume's own name ends in no slash.
    if folder.folder.path.isEmpty, folderURI.hasSuffix("/") { folderURI.removeLast() }
    return ResumeReport(
      uri: folderURI, resumes: folder.resumes, reason: folder.reason,
      song: folder.point.map { uri($0.track) }, elapsed: folder.point?.elapsed ?? .zero,
      isAtEnd: folder.point?.isAtEnd ?? false)
  }

  /// Reads whether a folder resumes, why, and its position.
  @discardableResult
  public func resume(
    of folder: FolderReference, completion: @escaping Completion<FolderResume>
  ) -> Query {
    if let url = folder.url {
      library.podcasts.resume(of: url, completion: completion)
      return LibraryRequest()
    }
    let path = folder.path
    return library.ask(
      on: folder.volume,
      { (store) throws(StoreError) in try store.people.folders.resume(at: path, on: store.identity) }
    ) { completion($0.refused(missing: .noSuchDirectory)) }
  }

  /// Stores the position in a folder; nothing waits for it.
  public func store(
    _ point: FolderPoint, of folder: FolderReference, completion: @escaping (StoreError?) -> Void
  ) {
    if let url = folder.url { return library.podcasts.store(point, of: url, completion: completion) }
    let path = folder.path
    library.ask(
      on: folder.volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.folders.store(point, of: path, time: WallClock.synchronised(), in: transaction)
        }
      }
    ) { completion($0.failure) }
  }

  /// Says of a folder and all below that it resumes, or starts over; nil leaves it to its tracks.
  ///
  /// - Parameter completion: gets what holds for it, once that would survive a power cut.
  @discardableResult
  public func mark(_ uri: String, resumes: Bool?, completion: @escaping Completion<ResumeReport>) -> Query {
    guard let folder = folder(uri) else { return library.refuse(.noSuchDirectory, completion) }
    let path = folder.path
    library.ask(
      on: folder.volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          let marked = try store.people.folders.mark(
            path, on: store.identity, resumes: resumes, in: transaction)
          return try marked.map { (folder) throws(StoreError) in
            (folder: folder, all: try store.people.folders.all(on: store.identity))
          }
        }
      }
    ) { result in
      let marked = result.refused(missing: .noSuchDirectory)
      if case .success(let (_, all)) = marked { library.tell(.resumesMarked(folder.volume, all)) }
      completion(marked.map { report($0.folder) })
    }
    // A change is not cancelled: the player would not learn of it.
    return .done
  }
}
