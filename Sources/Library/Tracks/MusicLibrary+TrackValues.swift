import Model

/// What is kept of a track on its volume, by its path there. Completions are called on the loop, once, unless the request
/// was cancelled.
extension MusicLibrary {
  /// - Parameter work: nil where the volume has no row for the track.
  func read<Value: Sendable>(
    of track: TrackReference,
    _ work: @escaping @Sendable (VolumeStore, [UInt8]) throws(StoreError) -> Value?,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    guard let volume = open(track.volume) else {
      later { if !request.isCancelled { completion(.failure(.volumeGone)) } }
      return request
    }
    let path = track.path
    return ask(volume, { (store) throws(StoreError) in try work(store, path) }, request: request) { result in
      switch result {
      case .success(let value?): completion(.success(value))
      case .success(nil): completion(.failure(.noSuchSong))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// - Parameter completion: called once the change would survive a power cut, or with why nothing was changed.
  func change<Value: Sendable>(
    of track: TrackReference,
    _ work: @escaping @Sendable (VolumeStore, [UInt8]) throws(StoreError) -> Result<Value, Refusal>,
    completion: @escaping (Result<Value, Refusal>) -> Void
  ) {
    guard let volume = open(track.volume) else { return later { completion(.failure(.volumeGone)) } }
    let path = track.path
    ask(volume, { (store) throws(StoreError) in try work(store, path) }) { result in
      completion(result.mapError { Refusal($0) }.flatMap { $0 })
    }
  }
}
