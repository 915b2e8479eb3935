public import Model

/// What a window of the entries of a volume's playlists adds to their lengths.
struct PlaylistLengths: Sendable {
  /// An entry whose track is on another volume.
  struct Elsewhere: Sendable {
    let playlist: PlaylistID
    let region: Region
    let track: TrackReference
  }

  var known: [PlaylistID: PlaylistLength] = [:]
  var elsewhere: [Elsewhere] = []
  /// Where the next window begins; nil at the end.
  var next: Int64?
}

extension MusicLibrary {
  /// Entries that one job of a store thread adds up.
  private static let lengthWindow = 10_000

  /// All playlists, in natural order of their names, and how much each has.
  @discardableResult
  public func countedPlaylists(
    completion: @escaping ([(playlist: PlaylistInfo, length: PlaylistLength)]) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      addUp(request) { [weak self] lengths in
        let infos = self?.playlistIndex.entries.map(\.info) ?? []
        completion(infos.map { ($0, lengths[$0.identity] ?? PlaylistLength()) })
      }
    }
    return request
  }

  /// A volume that leaves meanwhile counts for nothing.
  private func addUp(
    _ request: LibraryRequest, _ completion: @escaping ([PlaylistID: PlaylistLength]) -> Void
  ) {
    let read = PagedRead<Int64, PlaylistLengths>(self, over: ordered, request: request) {
      (store, _, place) throws(StoreError) in
      let found = try store.playlists.contents.lengths(after: place ?? .min, limit: Self.lengthWindow)
      return (found, found.next)
    }
    var lengths: [PlaylistID: PlaylistLength] = [:]
    read.all(
      ifOneFails: { _, _ in },
      take: { [weak self] found, _, goOn in
        for (playlist, length) in found.known {
          lengths[playlist, default: PlaylistLength()].entries += length.entries
          lengths[playlist]?.duration += length.duration
        }
        self?.durations(of: found.elsewhere, request) { durations in
          for (entry, duration) in zip(found.elsewhere, durations) {
            lengths[entry.playlist, default: PlaylistLength()].add(entry.region, of: duration)
          }
          goOn()
        }
      },
      completion: { _ in completion(lengths) })
  }

  /// How long tracks are, in their order; nil where that is unknown.
  private func durations(
    of entries: [PlaylistLengths.Elsewhere], _ request: LibraryRequest,
    _ completion: @escaping ([Duration?]) -> Void
  ) {
    let legs = Dictionary(grouping: entries.indices) { entries[$0].track.volume }
      .compactMap { id, places in open(id).map { (volume: $0, leg: places) } }
    sweep(legs, request: request) { (store, places) throws(StoreError) in
      try store.playlists.contents.durations(at: places.map { entries[$0].track.path })
    } completion: { found in
      var durations: [Duration?] = entries.map { _ in nil }
      for (leg, part) in zip(legs, found) {
        for (place, duration) in zip(leg.leg, (try? part.result.get()) ?? []) { durations[place] = duration }
      }
      completion(durations)
    }
  }
}
