public import Player

/// Cue points that people add to tracks. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// A track's cues, by their times; also where its file has vanished.
  @discardableResult
  public func cues(
    of track: TrackReference, completion: @escaping (Result<[Cue], CueRefusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    guard let volume = open(track.volume) else {
      later { if !request.isCancelled { completion(.failure(.volumeGone)) } }
      return request
    }
    let path = track.path
    return ask(volume, { (store) throws(StoreError) in try store.cues(at: path) }, request: request) {
      result in
      switch result {
      case .success(let cues?): completion(.success(cues))
      case .success(nil): completion(.failure(.noSuchTrack))
      case .failure(let error): completion(.failure(CueRefusal(error)))
      }
    }
  }

  /// Changes a track's cues.
  ///
  /// - Parameter completion: gets the cue once the change would survive a power cut, else why nothing was changed.
  public func change(
    cuesOf track: TrackReference, _ change: CueChange,
    completion: @escaping (Result<Cue, CueRefusal>) -> Void
  ) {
    guard let volume = open(track.volume) else { return later { completion(.failure(.volumeGone)) } }
    let path = track.path
    ask(volume, { (store) throws(StoreError) in try store.change(cuesAt: path, change) }) {
      [weak self] result in
      switch result {
      case .success(.success(let cue)):
        self?.tell(.cuesChanged(track))
        completion(.success(cue))
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .failure(let error): completion(.failure(CueRefusal(error)))
      }
    }
  }
}
