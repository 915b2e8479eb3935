public import Player

/// What people say of tracks. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// What is kept of a track, also where its file has vanished; nothing of it rides along in listings.
  @discardableResult
  public func personal(
    of track: TrackReference, completion: @escaping (Result<PersonalValues, PersonalRefusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    guard let volume = open(track.volume) else {
      later { if !request.isCancelled { completion(.failure(.volumeGone)) } }
      return request
    }
    let path = track.path
    return ask(volume, { (store) throws(StoreError) in try store.personal(at: path) }, request: request) {
      result in
      switch result {
      case .success(let values?): completion(.success(values))
      case .success(nil): completion(.failure(.noSuchTrack))
      case .failure(let error): completion(.failure(PersonalRefusal(error)))
      }
    }
  }

  /// Changes what is kept of a track: all of `edits`, or none.
  ///
  /// - Parameter completion: gets what is kept once it would survive a power cut, else why nothing was changed.
  public func change(
    personalOf track: TrackReference, _ edits: [PersonalEdit],
    completion: @escaping (Result<PersonalValues, PersonalRefusal>) -> Void
  ) {
    guard let volume = open(track.volume) else {
      return later { completion(.failure(.volumeGone)) }
    }
    let path = track.path
    ask(volume, { (store) throws(StoreError) in try store.change(personalAt: path, edits) }) {
      [weak self] result in
      switch result {
      case .success(.success(let outcome)):
        if outcome.isChanged { self?.tell(.stickersChanged) }
        completion(.success(outcome.values))
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .failure(let error): completion(.failure(PersonalRefusal(error)))
      }
    }
  }
}
