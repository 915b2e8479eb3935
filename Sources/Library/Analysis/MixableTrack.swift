public import Model

/// A track that goes well with another one.
public struct MixableTrack: Hashable, Sendable {
  public let track: TrackReference
  public let tempo: Double
  public let key: MusicalKey
  public let match: HarmonicMatch
}

extension MusicLibrary {
  /// Tracks of all open volumes that go with a song of this tempo and key, the best first.
  public func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([MixableTrack]) -> Void
  ) {
    sweep(ordered) { (store) throws(StoreError) in
      try store.analyses.mixable(tempo, key, limit: limit, on: store.identity)
    } completion: {
      let found = $0.flatMap { (try? $0.result.get()) ?? [] }
      completion(Array(found.sorted { $0.match.distance < $1.match.distance }.prefix(limit)))
    }
  }
}
