public import Model

extension MusicLibrary {
  /// Rows that one job of a store thread counts; they take about as long as a window of whole tracks.
  static let tallyWindow = 3000

  /// Counts all playable tracks by the values of some fields, which takes a fraction of the time that reading them does.
  ///
  /// - Parameters:
  ///   - take: given each combination of values, volume by volume; one may come several times, with a part of its
  ///     tracks each time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tally(
    _ fields: Set<TagTally.Field>, take: @escaping ([TagTally]) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    tally(fields, ordered[...], after: .min, request, take, completion)
    return request
  }

  private func tally(
    _ fields: Set<TagTally.Field>, _ volumes: ArraySlice<MountedVolume>, after: Int64,
    _ request: LibraryRequest,
    _ take: @escaping ([TagTally]) -> Void, _ completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    guard let volume = volumes.first else {
      return later { if !request.isCancelled { completion(.success(())) } }
    }
    ask(
      volume,
      { (store) throws(StoreError) in try store.tally(fields, after: after, limit: Self.tallyWindow) },
      request: request
    ) { [weak self] result in
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(let (tallies, next)):
        take(tallies)
        self?.tally(
          fields, next == nil ? volumes.dropFirst() : volumes, after: next ?? .min, request, take, completion)
      }
    }
  }
}
