public import Model

extension MusicLibrary {
  /// Counts the playable tracks of every folder that is directly in the root of the tree, at all depths, which takes a
  /// fraction of the time that reading them does.
  ///
  /// - Parameters:
  ///   - take: given folders' URIs with their tracks, volume by volume; one may come several times, with a part of its
  ///     tracks each time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func topFolders(
    take: @escaping (_ uri: String, _ tracks: Int, _ duration: Duration) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    topFolders(ordered[...], after: .min, request, take, completion)
    return request
  }

  private func topFolders(
    _ volumes: ArraySlice<MountedVolume>, after: Int64, _ request: LibraryRequest,
    _ take: @escaping (String, Int, Duration) -> Void,
    _ completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    guard let volume = volumes.first else {
      return later { if !request.isCancelled { completion(.success(())) } }
    }
    // Below the root a volume is a folder of its own, with all that it has.
    let own = String(prefix(of: volume).dropLast())
    ask(
      volume,
      { (store) throws(StoreError) in try store.topFolders(after: after, limit: Self.tallyWindow) },
      request: request
    ) { [weak self] result in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(let (tallies, next)):
        for tally in tallies where !own.isEmpty || !tally.name.isEmpty {
          take(own.isEmpty ? EscapedName.text(for: tally.name) : own, tally.tracks, tally.duration)
        }
        self?.topFolders(
          next == nil ? volumes.dropFirst() : volumes, after: next ?? .min, request, take, completion)
      }
    }
  }
}
