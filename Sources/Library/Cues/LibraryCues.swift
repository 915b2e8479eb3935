public import Model

/// Cue points that people add to tracks. Completions are called on the loop, once, unless the request was cancelled.
public struct LibraryCues {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A track's cues, by their times; also where its file has vanished.
  @discardableResult
  public func all(of song: SongChoice, completion: @escaping Completion<[Cue]>) -> Query {
    guard let track = library.reference(of: song) else { return library.refuse(.noSuchSong, completion) }
    return library.read(
      of: track, { (store, path) throws(StoreError) in try store.people.cues.all(at: path) },
      completion: completion)
  }

  /// Some tracks with their cues, in their order; nil for one that isn't there.
  @discardableResult
  public func cuedTracks(
    _ tracks: [TrackReference], completion: @escaping ([(track: Track, cues: [Cue])?]) -> Void
  ) -> Query {
    library.gather(of: tracks) { (store, paths) throws(StoreError) -> [(track: Track, cues: [Cue])?] in
      var known: [(track: Track, cues: [Cue])?] = []
      for (path, track) in zip(paths, try store.tracks.at(paths)) {
        known.append(
          try track.map { track throws(StoreError) in (track, try store.people.cues.all(at: path) ?? []) })
      }
      return known
    } completion: {
      completion($0)
    }
  }

  /// Changes a track's cues.
  ///
  /// - Parameter completion: gets the cue once the change would survive a power cut, else why nothing was changed.
  public func change(of song: SongChoice, _ change: CueChange, completion: @escaping Completion<Cue>) {
    guard let track = library.reference(of: song) else { return completion(.failure(.noSuchSong)) }
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
