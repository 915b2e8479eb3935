import Linux
public import Model

/// The folders that resume, such as audiobooks, and where they were left. Completions are called on the loop, once, unless
/// the request was cancelled.
public struct LibraryResumes {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// The folders of a volume that were listened to and resume, or that people said something of.
  public func all(
    on volume: VolumeID, completion: @escaping (Result<[FolderResume], StoreError>) -> Void
  ) {
    library.ask(
      on: volume, { (store) throws(StoreError) in try store.people.folders.all(on: store.identity) },
      completion: completion)
  }

  /// Those of all open volumes. A volume that leaves meanwhile has none.
  public func all(completion: @escaping (Result<[FolderResume], StoreError>) -> Void) {
    library.sweep(library.ordered) { (store) throws(StoreError) in
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

  /// Reads whether a folder resumes, why, and its position.
  @discardableResult
  public func resume(
    of folder: FolderReference, completion: @escaping (Result<FolderResume, Refusal>) -> Void
  ) -> LibraryRequest {
    if let url = folder.url {
      library.podcasts.resume(of: url, completion: completion)
      return LibraryRequest()
    }
    let path = folder.path
    return library.ask(
      on: folder.volume,
      { (store) throws(StoreError) in try store.people.folders.resume(at: path, on: store.identity) }
    ) { completion($0.refused(missing: .noSuchPath)) }
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
  public func mark(
    _ folder: FolderReference, resumes: Bool?,
    completion: @escaping (Result<FolderResume, Refusal>) -> Void
  ) {
    let path = folder.path
    library.ask(
      on: folder.volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.folders.mark(path, on: store.identity, resumes: resumes, in: transaction)
        }
      }
    ) { completion($0.refused(missing: .noSuchPath)) }
  }
}
