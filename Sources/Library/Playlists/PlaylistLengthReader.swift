import Model

/// Adds up how much all playlists have.
struct PlaylistLengthReader {
  /// Entries that one job of a store thread adds up.
  private static let window = 10_000

  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A volume that leaves meanwhile counts for nothing.
  func read(
    _ request: LibraryRequest, _ completion: @escaping ([PlaylistID: PlaylistLength]) -> Void
  ) {
    let read = PagedRead<Int64, PlaylistLengths>(library, over: library.ordered, request: request) {
      (store, _, place) throws(StoreError) in
      let found = try store.playlists.contents.lengths(after: place ?? .min, limit: Self.window)
      return (found, found.next)
    }
    var lengths: [PlaylistID: PlaylistLength] = [:]
    read.all(
      skipsFailures: true,
      take: { found, _, goOn in
        for (playlist, length) in found.known {
          lengths[playlist, default: PlaylistLength()].entries += length.entries
          lengths[playlist]?.duration += length.duration
        }
        durations(of: found.elsewhere, request) { added in
          for (entry, duration) in zip(found.elsewhere, added) {
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
      .compactMap { id, places in library.open(id).map { (volume: $0, leg: places) } }
    library.sweep(legs, request: request) { (store, places) throws(StoreError) in
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
