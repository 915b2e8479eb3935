public import Model

/// A track that goes well with another one.
public struct MixableTrack: Hashable, Sendable {
  public let track: TrackReference
  public let tempo: Double
  public let key: MusicalKey
  public let match: HarmonicMatch
}

extension VolumeStore {
  /// Limit of tracks to look at for each key and tempo, and of results.
  private static let mostMixable = 2000

  /// Tracks that go with a song, the best first.
  func mixable(_ tempo: Double, _ key: MusicalKey, limit: Int) throws(StoreError) -> [MixableTrack] {
    var found: [MixableTrack] = []
    let slack = 1 + HarmonicMatch.mostPercent / 100
    for other in HarmonicMatch.KeyRelation.keys(of: key) {
      for factor in [1, 2, 0.5] {
        try connection.forEach(
          """
          SELECT a.bpm, f.path, t.name FROM analyses a JOIN tracks t ON t.id = a.track AND t.state = 0
          JOIN folders f ON f.id = t.folder
          WHERE a.music_key = ?1 AND a.bpm BETWEEN ?2 AND ?3 LIMIT ?4
          """, .number(other.number), .real(tempo / factor / slack), .real(tempo / factor * slack),
          .number(Self.mostMixable)
        ) { (row) throws(StoreError) in
          let bpm = try row.real(0)
          guard let match = HarmonicMatch(from: (tempo, key), to: (bpm, other)), match.factor == factor else {
            return
          }
          let path = try validPath(VolumePath.join(try row.blob(1), try row.blob(2)))
          found.append(
            MixableTrack(
              track: TrackReference(volume: identity, path: path), tempo: bpm, key: other, match: match))
        }
      }
    }
    return Array(found.sorted { $0.match.distance < $1.match.distance }.prefix(limit))
  }
}

extension MusicLibrary {
  /// Tracks of all open volumes that go with a song of this tempo and key, the best first.
  public func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([MixableTrack]) -> Void
  ) {
    mixable(tempo, key, limit: limit, on: volumes.map(\.id)[...], [], completion)
  }

  private func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, on volumes: ArraySlice<VolumeID>, _ found: [MixableTrack],
    _ completion: @escaping ([MixableTrack]) -> Void
  ) {
    guard let volume = volumes.first, let mounted = open(volume) else {
      return later { completion(Array(found.sorted { $0.match.distance < $1.match.distance }.prefix(limit))) }
    }
    ask(mounted, { (store) throws(StoreError) in try store.mixable(tempo, key, limit: limit) }) {
      [weak self] (result: Result<[MixableTrack], StoreError>) in
      self?.mixable(
        tempo, key, limit: limit, on: volumes.dropFirst(), found + ((try? result.get()) ?? []), completion)
    }
  }
}
