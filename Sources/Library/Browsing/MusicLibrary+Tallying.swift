public import Model

extension MusicLibrary {
  /// Rows that one job of a store thread counts; they take about as long as a window of whole tracks.
  static let tallyWindow = 3000
  /// Of what the store gives, so much is taken in one turn of the loop.
  private static let mostTaken = 500

  /// Counts playable tracks by the values of some fields, which takes a fraction of the time that reading them does.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: others may be left out.
  ///   - withFirsts: whether the first track of each combination is wanted.
  ///   - make: what is made of each combination of values, on the threads of the stores.
  ///   - take: given what was made, volume by volume; a combination may come several times, with a part of its tracks each
  ///     time. Called on the loop.
  ///   - completion: with the failure of a volume that can't be read to its end.
  @discardableResult
  public func tally<Value: Sendable>(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    withFirsts: Bool = false, make: @escaping @Sendable (TagTally) -> Value?,
    take: @escaping (ArraySlice<Value>) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let wanted = Wanted(
      fields: fields, values: values, needle: needle, withFirsts: withFirsts, request: request, make: make,
      take: take, completion: completion)
    tally(wanted, Array(ordered.enumerated())[...], after: .min)
    return request
  }

  /// The same as it is.
  @discardableResult
  public func tally(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    withFirsts: Bool = false, take: @escaping (ArraySlice<TagTally>) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> LibraryRequest {
    tally(
      fields, having: values, holding: needle, withFirsts: withFirsts, make: { $0 }, take: take,
      completion: completion)
  }

  private struct Wanted<Value: Sendable> {
    let fields: Set<TagTally.Field>
    let values: [WantedValue]
    let needle: String?
    let withFirsts: Bool
    let request: LibraryRequest
    let make: @Sendable (TagTally) -> Value?
    let take: (ArraySlice<Value>) -> Void
    let completion: (Result<Void, Refusal>) -> Void
  }

  private typealias Volumes = ArraySlice<(offset: Int, element: MountedVolume)>

  private func tally<Value: Sendable>(_ wanted: Wanted<Value>, _ volumes: Volumes, after: Int64) {
    guard let (rank, volume) = volumes.first else {
      return later { if !wanted.request.isCancelled { wanted.completion(.success(())) } }
    }
    let (fields, values, needle, make) = (wanted.fields, wanted.values, wanted.needle, wanted.make)
    let prefix = wanted.withFirsts ? prefix(of: volume) : nil
    ask(
      volume,
      { (store) throws(StoreError) in
        let (tallies, next) = try store.tally(
          fields, having: values, holding: needle, prefix: prefix, after: after, limit: Self.tallyWindow)
        let made = tallies.compactMap { tally in
          var tally = tally
          tally.first?.place.insert(UInt8(clamping: rank), at: 0)
          return make(tally)
        }
        return (made, next)
      },
      request: wanted.request
    ) { [weak self] (result: Result<([Value], next: Int64?), StoreError>) in
      switch result {
      case .failure(let error): wanted.completion(.failure(Refusal(error)))
      case .success(let (made, next)):
        self?.take(made[...], wanted) { [weak self] in
          self?.tally(wanted, next == nil ? volumes.dropFirst() : volumes, after: next ?? .min)
        }
      }
    }
  }

  private func take<Value>(
    _ made: ArraySlice<Value>, _ wanted: Wanted<Value>, then: @escaping () -> Void
  ) {
    wanted.take(made.prefix(Self.mostTaken))
    let rest = made.dropFirst(Self.mostTaken)
    if rest.isEmpty { return then() }
    later { [weak self] in if !wanted.request.isCancelled { self?.take(rest, wanted, then: then) } }
  }
}
