public import Model

/// Cue points that people add to tracks. Completions are called on the loop, once, unless the request was cancelled.
public struct LibraryCues {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A track's cues, by their times; also where its file has vanished.
  @discardableResult
  public func all(
    of track: TrackReference, completion: @escaping (Result<[Cue], Refusal>) -> Void
  ) -> LibraryRequest {
    library.read(
      of: track, { (store, path) throws(StoreError) in try store.people.cues.all(at: path) },
      completion: completion)
  }

  /// Those of several tracks, in their order; none of what isn't there.
  @discardableResult
  public func all(of tracks: [TrackReference], completion: @escaping ([[Cue]]) -> Void) -> LibraryRequest {
    let request = LibraryRequest()
    let places = Dictionary(grouping: tracks.indices) { tracks[$0].volume }
    let legs = places.compactMap { id, indices in
      library.open(id).map { (volume: $0, leg: indices.map { (index: $0, path: tracks[$0].path) }) }
    }
    library.sweep(legs, request: request) { (store, songs) throws(StoreError) in
      var found: [(index: Int, cues: [Cue])] = []
      for song in songs { found.append((song.index, try store.people.cues.all(at: song.path) ?? [])) }
      return found
    } completion: { answers in
      var found = [[Cue]](repeating: [], count: tracks.count)
      for (_, result) in answers {
        for (index, cues) in (try? result.get()) ?? [] { found[index] = cues }
      }
      completion(found)
    }
    return request
  }

  /// Changes a track's cues.
  ///
  /// - Parameter completion: gets the cue once the change would survive a power cut, else why nothing was changed.
  public func change(
    of track: TrackReference, _ change: CueChange,
    completion: @escaping (Result<Cue, Refusal>) -> Void
  ) {
    library.change(
      of: track,
      { (store, path) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.people.cues.change(at: path, change, in: transaction)
        }
      }
    ) { (result: Result<Cue, Refusal>) in
      if case .success = result { library.tell(.cuesChanged(track)) }
      completion(result)
    }
  }
}
