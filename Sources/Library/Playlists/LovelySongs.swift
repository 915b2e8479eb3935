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
    rows(
      completion: passingRefusals(to: completion) { rows in
        library.catalogue.references(in: rows) { completion($0.map { $0.compactMap(\.self) }) }
      })
  }

  /// Reads some of its songs, and how many it has.
  private func tracks(
    from start: Int = 0, limit: Int = .max,
    completion: @escaping Completion<(tracks: [Track], end: Int, all: Int)>
  ) {
    rows(
      completion: passingRefusals(to: completion) { all in
        let rows = Array(all.dropFirst(start).prefix(limit))
        let end = min(start, all.count) + rows.count
        library.catalogue.tracks(in: rows) {
          completion($0.map { ($0.compactMap(\.self), end, all.count) })
        }
      })
  }

  /// Adds it to the list of playlists, if it has songs.
  /// - Parameter isCounted: with its length.
  func added(
    to playlists: [PlaylistReport], isCounted: Bool, completion: @escaping ([PlaylistReport]) -> Void
  ) {
    guard isMeant(PlaylistID.lovelySongsName) else { return completion(playlists) }
    // It is made with each question, and is on no volume: songs of all of them are in it.
    var report = PlaylistReport(
      name: PlaylistID.lovelySongsName, modified: WallClock.now(), identity: .lovelySongs)
    guard isCounted else {
      return rows(0..<1) { completion((try? $0.get())?.isEmpty == false ? playlists + [report] : playlists) }
    }
    tracks { result in
      guard case .success(let found) = result, found.all > 0 else { return completion(playlists) }
      var length = PlaylistLength()
      for track in found.tracks { length.add(.whole, of: track.details.duration) }
      report.length = length
      completion(playlists + [report])
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
    let start = Int(after?.bytes.first ?? 0) + max(0, skipping)
    tracks(from: start, limit: max(1, limit)) { result in
      completion(
        result.map { found in
          PlaylistEntries(
            entries: found.tracks.map { PlaylistEntry($0.reference) },
            next: found.end < found.all ? Cursor(bytes: [UInt8(found.end)]) : nil)
        })
    }
  }
}
