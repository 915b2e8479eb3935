public import Model

/// Personal values of tracks. Completions are called on the loop, once, unless the request was cancelled.
public struct LibraryPersonal {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Reads a song's personal values, also if its file has vanished; listings do not include them.
  @discardableResult
  public func report(of song: SongChoice, completion: @escaping Completion<PersonalReport>) -> Query {
    guard let track = library.reference(of: song) else { return library.refuse(.noSuchSong, completion) }
    let uri = library.shownURI(of: track)
    return library.read(
      of: track,
      { (store, path) throws(StoreError) in
        guard let values = try store.people.personal.values(at: path) else { return nil }
        return PersonalReport(uri: uri, values, added: Self.added(path, store))
      }, completion: completion)
  }

  /// How many favourites on all open volumes have no file there now that can be played. A volume that leaves meanwhile
  /// counts for none.
  @discardableResult
  public func absentFavourites(completion: @escaping (Int) -> Void) -> Query {
    return library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.people.personal.absentFavourites()
    } completion: {
      completion($0.reduce(0) { $0 + ((try? $1.result.get()) ?? 0) })
    }
  }

  /// Changes what is kept of a track: all of `edits`, or none.
  ///
  /// - Parameter completion: gets what is kept once it would survive a power cut, else why nothing was changed.
  public func change(
    of song: SongChoice, _ edits: [PersonalEdit], completion: @escaping Completion<PersonalReport>
  ) {
    guard let track = library.reference(of: song) else { return completion(.failure(.noSuchSong)) }
    let uri = library.shownURI(of: track)
    library.change(
      of: track,
      { (store, path) throws(StoreError) in
        let result = try store.edit { (transaction) throws(StoreError) in
          try store.people.personal.change(at: path, edits, in: transaction)
        }
        return result.map {
          (PersonalReport(uri: uri, $0.values, added: Self.added(path, store)), $0.isChanged)
        }
      }
    ) { result in
      if case .success((_, true)) = result { library.tell(.stickersChanged) }
      completion(result.map(\.0))
    }
  }

  /// When the song was added; nil if unknown. A failure does not undo the change that was made before.
  private static func added(_ path: [UInt8], _ store: VolumeStore) -> Duration? {
    (try? store.tracks.at([path]))?.first??.added
  }

  /// Reads the annotations of each of `uris`, in their order; nil for songs of no open volume. One step per volume.
  @discardableResult
  public func annotations(
    of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void
  ) -> Query {
    let tracks = uris.map { uri in library.reference(of: uri).flatMap { $0.path.isEmpty ? nil : $0 } }
    return library.gather(of: tracks) { (store, paths) throws(StoreError) in
      try store.people.personal.annotations(at: paths)
    } completion: {
      completion($0)
    }
  }
}
