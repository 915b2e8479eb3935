public import Model

/// Searches for typed words in the tracks of all volumes. Completions are called on the loop, once, unless the request was
/// cancelled.
public struct LibrarySearch {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Limit of tracks found for a typed text.
  public static let mostLookedUp = 1000

  /// The tracks of all volumes with words that begin as those of `text` do, the best first.
  ///
  /// - Parameter limit: maximum number of results, 1 and up.
  @discardableResult
  public func lookup(
    _ text: String, limit: Int, completion: @escaping (LookupPage) -> Void
  ) -> Query {
    let (words, limit, request) = (LookupWords(text), limited(limit), LibraryRequest())
    library.sweep(library.ordered, request: request) { (store) throws(StoreError) in
      let hits = try store.search.lookup(words, limit: limit)
      return (hits: hits, suggestion: hits.isEmpty ? try WordSuggestion(store).suggestion(for: words) : nil)
    } completion: { found in
      var page = LookupPage()
      // A volume that leaves, or whose indexes are being rebuilt, has no results.
      let parts = found.compactMap { volume, result in
        (try? result.get()).map { (prefix: library.prefix(of: volume), found: $0) }
      }
      let hits = parts.flatMap { part in
        part.found.hits.enumerated().map { place, hit in
          (uri: part.prefix + EscapedName.text(for: hit.track.reference.path), hit: hit, place: place)
        }
      }
      // Those of a single volume are in order already.
      let isOfSeveral = parts.count { !$0.found.hits.isEmpty } > 1
      let best =
        isOfSeveral
        ? hits.sorted { ($0.hit.tier, $0.place, $0.uri) < ($1.hit.tier, $1.place, $1.uri) } : hits
      page.tracks = best.prefix(limit).map { ($0.uri, $0.hit.track) }
      page.suggestion = hits.isEmpty ? parts.lazy.compactMap(\.found.suggestion).first : nil
      completion(page)
    }
    return request
  }

  private func limited(_ limit: Int) -> Int { max(1, min(limit, Self.mostLookedUp)) }

  /// The places of the tracks that `lookup` finds, in the order of a shelf (`ShelfOrder`).
  ///
  /// - Parameters:
  /// - limit: maximum number of results, 1 and up: the best.
  /// - names: the order of names on the shelf.
  @discardableResult
  public func shelve(
    lookedUp text: String, limit: Int, by names: NameOrder, completion: @escaping ([TrackRow]) -> Void
  ) -> Query {
    let (words, limit, request) = (LookupWords(text), limited(limit), LibraryRequest())
    let volumes = library.ordered
    // Those of several volumes are put together by their URIs, too.
    let isOfSeveral = volumes.count > 1
    library.sweep(volumes, request: request) { (store) throws(StoreError) in
      try store.search.shelve(words, limit: limit, by: names, paths: isOfSeveral)
    } completion: { found in
      var hits: [(uri: String, hit: ShelvedHit, place: Int, volume: VolumeID)] = []
      for (volume, result) in found {
        guard let id = volume.info?.id, let some = try? result.get() else { continue }
        let prefix = isOfSeveral ? library.prefix(of: volume) : ""
        for (place, hit) in some.enumerated() {
          hits.append((isOfSeveral ? prefix + EscapedName.text(for: hit.path) : "", hit, place, id))
        }
      }
      if isOfSeveral {
        hits.sort { ($0.hit.tier, $0.place, $0.uri) < ($1.hit.tier, $1.place, $1.uri) }
      }
      let best = hits.prefix(limit)
      // Sorts small values, since sorting moves each of them some ten times.
      let order = best.map(\.hit.key).enumerated().sorted { $0.element.lexicographicallyPrecedes($1.element) }
      completion(order.map { TrackRow(volume: best[$0.offset].volume, row: best[$0.offset].hit.row) })
    }
    return request
  }
}
