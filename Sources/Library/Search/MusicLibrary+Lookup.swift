import Model

extension MusicLibrary {
  /// Limit of tracks found for a typed text.
  public static let mostLookedUp = 1000

  /// The tracks of all volumes with words that begin as those of `text` do, the best first.
  ///
  /// - Parameter limit: maximum number of results, 1 and up.
  @discardableResult
  public func lookup(
    _ text: String, limit: Int, completion: @escaping (LookupPage) -> Void
  ) -> LibraryRequest {
    let lookup = Lookup(
      LookupWords(text), limit: max(1, min(limit, Self.mostLookedUp)), volumes: ordered, completion)
    goOn(lookup)
    return lookup.request
  }

  private final class Lookup {
    let words: LookupWords
    let limit: Int
    let request = LibraryRequest()
    let completion: (LookupPage) -> Void
    var volumes: [MountedVolume]
    var hits: [(uri: String, hit: LookupHit, place: Int)] = []
    var suggestion: String?
    /// Whether more than one volume has given hits.
    var isOfSeveral = false

    init(
      _ words: LookupWords, limit: Int, volumes: [MountedVolume], _ completion: @escaping (LookupPage) -> Void
    ) {
      self.words = words
      self.limit = limit
      self.volumes = volumes
      self.completion = completion
    }
  }

  private func goOn(_ lookup: Lookup) {
    guard let volume = lookup.volumes.popLast() else {
      return later { if !lookup.request.isCancelled { Self.finish(lookup) } }
    }
    let (words, limit) = (lookup.words, lookup.limit)
    let asksForOther = lookup.hits.isEmpty
    ask(
      volume,
      { (store) throws(StoreError) in
        let hits = try store.lookup(words, limit: limit)
        return (hits, hits.isEmpty && asksForOther ? try store.suggestion(for: words) : nil)
      }, request: lookup.request
    ) { [weak self] result in
      guard let self else { return }
      // A volume that leaves, or whose indexes are being rebuilt, has no results.
      if case .success(let (hits, suggestion)) = result {
        let prefix = prefix(of: volume)
        if !hits.isEmpty, !lookup.hits.isEmpty { lookup.isOfSeveral = true }
        lookup.hits.reserveCapacity(lookup.hits.count + hits.count)
        for (place, hit) in hits.enumerated() {
          lookup.hits.append((prefix + EscapedName.text(for: hit.track.reference.path), hit, place))
        }
        lookup.suggestion = suggestion ?? lookup.suggestion
      }
      goOn(lookup)
    }
  }

  /// The best of each volume side by side.
  private static func finish(_ lookup: Lookup) {
    var page = LookupPage()
    // Those of a single volume are in order already.
    if lookup.isOfSeveral {
      lookup.hits.sort { ($0.hit.tier, $0.place, $0.uri) < ($1.hit.tier, $1.place, $1.uri) }
    }
    page.tracks = lookup.hits.prefix(lookup.limit).map { ($0.uri, $0.hit.track) }
    page.suggestion = page.tracks.isEmpty ? lookup.suggestion : nil
    lookup.completion(page)
  }
}
