public import Model

/// Personal values of tracks. Completions are called on the loop, once, unless the request was cancelled.
public struct LibraryPersonal {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Reads a track's personal values, also if its file has vanished; listings do not include them.
  @discardableResult
  public func values(
    of track: TrackReference, completion: @escaping (Result<PersonalValues, Refusal>) -> Void
  ) -> LibraryRequest {
    library.read(
      of: track, { (store, path) throws(StoreError) in try store.people.personal.values(at: path) },
      completion: completion)
  }

  /// How many favourites on all open volumes have no file there now that can be played. A volume that leaves meanwhile
  /// counts for none.
  @discardableResult
  public func absentFavourites(completion: @escaping (Int) -> Void) -> LibraryRequest {
    let request = LibraryRequest()
    library.sweep(library.ordered, request: request) { (store) throws(StoreError) in
      try store.people.personal.absentFavourites()
    } completion: {
      completion($0.reduce(0) { $0 + ((try? $1.result.get()) ?? 0) })
    }
    return request
  }

  /// Changes what is kept of a track: all of `edits`, or none.
  ///
  /// - Parameter completion: gets what is kept once it would survive a power cut, else why nothing was changed.
  public func change(
    of track: TrackReference, _ edits: [PersonalEdit],
    completion: @escaping (Result<PersonalValues, Refusal>) -> Void
  ) {
    library.change(
      of: track,
      { (store, path) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.personal.change(at: path, edits, in: transaction)
        }
      }
    ) { result in
      if case .success(let outcome) = result, outcome.isChanged { library.tell(.stickersChanged) }
      completion(result.map(\.values))
    }
  }

  /// Reads the annotations of each of `uris`, in their order; nil for songs of no open volume. One step per volume.
  @discardableResult
  public func annotations(
    of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void
  ) -> LibraryRequest {
    let tracks = uris.map { uri in library.reference(of: uri).flatMap { $0.path.isEmpty ? nil : $0 } }
    return library.gather(of: tracks) { (store, paths) throws(StoreError) in
      try store.people.personal.annotations(at: paths)
    } completion: {
      completion($0)
    }
  }
}
