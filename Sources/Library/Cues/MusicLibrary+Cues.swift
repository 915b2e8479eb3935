public import Model

/// Cue points that people add to tracks. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// A track's cues, by their times; also where its file has vanished.
  @discardableResult
  public func cues(
    of track: TrackReference, completion: @escaping (Result<[Cue], Refusal>) -> Void
  ) -> LibraryRequest {
    read(of: track, { (store, path) throws(StoreError) in try store.cues(at: path) }, completion: completion)
  }

  /// Changes a track's cues.
  ///
  /// - Parameter completion: gets the cue once the change would survive a power cut, else why nothing was changed.
  public func change(
    cuesOf track: TrackReference, _ change: CueChange,
    completion: @escaping (Result<Cue, Refusal>) -> Void
  ) {
    self.change(of: track, { (store, path) throws(StoreError) in try store.change(cuesAt: path, change) }) {
      [weak self] (result: Result<Cue, Refusal>) in
      if case .success = result { self?.tell(.cuesChanged(track)) }
      completion(result)
    }
  }
}
