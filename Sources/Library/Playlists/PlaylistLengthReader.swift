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
        library.gather(of: found.elsewhere.map(\.track), request: request) {
          (store, paths) throws(StoreError) in
          try store.playlists.contents.durations(at: paths)
        } completion: { durations in
          for (entry, duration) in zip(found.elsewhere, durations) {
            lengths[entry.playlist, default: PlaylistLength()].add(entry.region, of: duration)
          }
          goOn()
        }
      },
      completion: { _ in completion(lengths) })
  }
}
