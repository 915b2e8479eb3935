import Linux
import Model

/// The playlist that the jukebox makes itself, of what is listened to: read with each question, and written by nobody. A
/// playlist of that name that people made counts in its place. Loop thread only.
struct LovelySongs {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Whether a name means it. Once the playlists are known.
  func isMeant(_ name: String) -> Bool {
    StoredPlaylist.isReserved(name: name) && library.playlists.index[name] == nil
  }

  private func rows(
    _ window: Range<Int> = 0..<Affinity.mostLovely, completion: @escaping Completion<[TrackRow]>
  ) {
    library.listening.list(.lovely, in: window) { completion($0.map(\.places)) }
  }

  /// Reads its present songs, the loveliest first.
  func tracks(completion: @escaping Completion<[TrackReference]>) {
    rows { result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let rows):
        library.catalogue.references(in: rows) { completion($0.map { $0.compactMap(\.self) }) }
      }
    }
  }

  /// Adds it to the list of playlists, if it has songs.
  /// - Parameter isCounted: with its length.
  func added(
    to playlists: [PlaylistReport], isCounted: Bool, completion: @escaping ([PlaylistReport]) -> Void
  ) {
    guard isMeant(PlaylistID.lovelySongsName) else { return completion(playlists) }
    rows(0..<(isCounted ? Affinity.mostLovely : 1)) { result in
      guard case .success(let rows) = result, !rows.isEmpty else { return completion(playlists) }
      // It is made with each question, and is on no volume: songs of all of them are in it.
      var report = PlaylistReport(
        name: PlaylistID.lovelySongsName, modified: WallClock.now(), identity: .lovelySongs)
      guard isCounted else { return completion(playlists + [report]) }
      library.catalogue.tracks(in: rows) { result in
        var length = PlaylistLength()
        for case let track? in (try? result.get()) ?? [] { length.add(.whole, of: track.details.duration) }
        report.length = length
        completion(playlists + [report])
      }
    }
  }

  /// The number of its songs now; it has no other fields.
  func texts(completion: @escaping Completion<PlaylistTexts>) {
    rows { completion($0.map { PlaylistTexts(entries: $0.count) }) }
  }

  /// - Parameter after: nil for the first page, else `next` of the page before.
  func entries(
    after: Cursor?, skipping: Int, limit: Int, completion: @escaping Completion<PlaylistEntries>
  ) {
    rows { result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let all):
        let start = min(all.count, Int(after?.bytes.first ?? 0)) + max(0, skipping)
        let rows = Array(all.dropFirst(start).prefix(max(1, limit)))
        let end = start + rows.count
        library.catalogue.tracks(in: rows) { result in
          completion(
            result.map { tracks in
              PlaylistEntries(
                entries: tracks.compactMap { $0.map { PlaylistEntry($0.reference) } },
                next: end < all.count ? Cursor(bytes: [UInt8(end)]) : nil)
            })
        }
      }
    }
  }
}
