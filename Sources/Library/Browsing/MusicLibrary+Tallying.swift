public import Model

extension MusicLibrary {
  /// Rows that one job of a store thread counts; they take about as long as a window of whole tracks.
  static let tallyWindow = 3000

  /// Counts playable tracks by the values of some fields, which takes a fraction of the time that reading them does.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: others may be left out.
  ///   - withFirsts: whether the first track of each combination is wanted.
  ///   - take: given each combination of values, volume by volume; one may come several times, with a part of its
  ///     tracks each time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tally(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    withFirsts: Bool = false, take: @escaping ([TagTally]) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let wanted = Wanted(
      fields: fields, values: values, needle: needle, withFirsts: withFirsts, request: request, take: take,
      completion: completion)
    tally(wanted, Array(ordered.enumerated())[...], after: .min)
    return request
  }

  private struct Wanted {
    let fields: Set<TagTally.Field>
    let values: [WantedValue]
    let needle: String?
    let withFirsts: Bool
    let request: LibraryRequest
    let take: ([TagTally]) -> Void
    let completion: (Result<Void, Refusal>) -> Void
  }

  private func tally(
    _ wanted: Wanted, _ volumes: ArraySlice<(offset: Int, element: MountedVolume)>, after: Int64
  ) {
    guard let (rank, volume) = volumes.first else {
      return later { if !wanted.request.isCancelled { wanted.completion(.success(())) } }
    }
    let (fields, values, needle) = (wanted.fields, wanted.values, wanted.needle)
    let prefix = wanted.withFirsts ? prefix(of: volume) : nil
    ask(
      volume,
      { (store) throws(StoreError) in
        var (tallies, next) = try store.tally(
          fields, having: values, holding: needle, prefix: prefix, after: after, limit: Self.tallyWindow)
        for index in tallies.indices {
          tallies[index].first?.place.insert(UInt8(clamping: rank), at: 0)
        }
        return (tallies, next)
      },
      request: wanted.request
    ) { [weak self] result in
      switch result {
      case .failure(let error): wanted.completion(.failure(Refusal(error)))
      case .success(let (tallies, next)):
        wanted.take(tallies)
        self?.tally(wanted, next == nil ? volumes.dropFirst() : volumes, after: next ?? .min)
      }
    }
  }
}
