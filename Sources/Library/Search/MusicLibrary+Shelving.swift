public import Model

extension MusicLibrary {
  /// The places of the tracks that `lookup` finds, in the order of a shelf (`ShelfOrder`).
  ///
  /// - Parameters:
  /// - limit: maximum number of results, 1 and up: the best.
  /// - names: the order of names on the shelf.
  @discardableResult
  public func shelve(
    lookedUp text: String, limit: Int, by names: NameOrder, completion: @escaping ([TrackRow]) -> Void
  ) -> LibraryRequest {
    let shelving = Shelving(
      LookupWords(text), limit: max(1, min(limit, Self.mostLookedUp)), names, volumes: ordered, completion)
    goOn(shelving)
    return shelving.request
  }

  private final class Shelving {
    let words: LookupWords
    let limit: Int
    let names: NameOrder
    let request = LibraryRequest()
    let completion: ([TrackRow]) -> Void
    /// Whether those of several volumes may have to be put together, which goes by their URIs, too.
    let isOfSeveral: Bool
    var volumes: [MountedVolume]
    var hits: [(uri: String, hit: ShelvedHit, place: Int, volume: VolumeID)] = []

    init(
      _ words: LookupWords, limit: Int, _ names: NameOrder, volumes: [MountedVolume],
      _ completion: @escaping ([TrackRow]) -> Void
    ) {
      self.words = words
      self.limit = limit
      self.names = names
      self.volumes = volumes
      self.completion = completion
      isOfSeveral = volumes.count > 1
    }
  }

  private func goOn(_ shelving: Shelving) {
    guard let volume = shelving.volumes.popLast() else {
      return later { if !shelving.request.isCancelled { Self.finish(shelving) } }
    }
    let (words, limit, names) = (shelving.words, shelving.limit, shelving.names)
    let isOfSeveral = shelving.isOfSeveral
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.shelve(words, limit: limit, by: names, paths: isOfSeveral)
      }, request: shelving.request
    ) { [weak self] result in
      guard let self else { return }
      // A volume that leaves, or whose indexes are being rebuilt, has no results.
      if case .success(let hits) = result, let id = volume.info?.id {
        let prefix = isOfSeveral ? prefix(of: volume) : ""
        shelving.hits.reserveCapacity(shelving.hits.count + hits.count)
        for (place, hit) in hits.enumerated() {
          let uri = isOfSeveral ? prefix + EscapedName.text(for: hit.path) : ""
          shelving.hits.append((uri, hit, place, id))
        }
      }
      goOn(shelving)
    }
  }

  /// The best of all volumes, as `lookup` gives them.
  private static func finish(_ shelving: Shelving) {
    if shelving.isOfSeveral {
      shelving.hits.sort { ($0.hit.tier, $0.place, $0.uri) < ($1.hit.tier, $1.place, $1.uri) }
    }
    let best = shelving.hits.prefix(shelving.limit)
    // Of small values: they are put into order some ten times.
    let order = best.map(\.hit.key).enumerated().sorted { $0.element.lexicographicallyPrecedes($1.element) }
    shelving.completion(order.map { TrackRow(volume: best[$0.offset].volume, row: best[$0.offset].hit.row) })
  }
}
