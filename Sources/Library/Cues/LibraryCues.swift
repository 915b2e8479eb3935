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

  /// Those of several tracks, in their order; none of what isn't there.
  @discardableResult
  public func all(of tracks: [TrackReference], completion: @escaping ([[Cue]]) -> Void) -> Query {
    library.gather(of: tracks) { (store, paths) throws(StoreError) in
      try paths.map { (path) throws(StoreError) in try store.people.cues.all(at: path) }
    } completion: {
      completion($0.map { $0 ?? [] })
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
