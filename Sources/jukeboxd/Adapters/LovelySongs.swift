import Control
import Library
import Linux
import Model

/// The playlist that the jukebox makes itself, of what is listened to: read when it is asked for, and written by nobody.
final class LovelySongs {
  static let name = PlaylistID.lovelySongsName
  static let refusal = Refusal.ownPlaylist(name)
  /// Refuses this name for another playlist.
  static let refusalOfName = Refusal.ownPlaylistName(name)

  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  /// Whether a name means it; one that people gave a playlist of theirs means that one.
  func isMeant(_ name: String, then: @escaping (Bool) -> Void) -> Query {
    guard Self.has(name) else {
      then(false)
      return .done
    }
    return Query(library.playlists.all { found in then(!found.contains { Self.has($0.name) }) })
  }

  /// Reads its present songs, the loveliest first.
  func tracks(completion: @escaping (Result<[TrackReference], Refusal>) -> Void) {
    let library = library
    library.listening.list(.lovely, in: 0..<Affinity.mostLovely) { result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let page):
        library.catalogue.references(in: page.rows) { completion($0.map { $0.compactMap(\.self) }) }
      }
    }
  }

  static func has(_ name: String) -> Bool { name.utf8.elementsEqual(Self.name.utf8) }

  /// Adds it to the list of playlists, where it has songs.
  func added(to playlists: [PlaylistReport], completion: @escaping ([PlaylistReport]) -> Void) {
    guard !playlists.contains(where: { Self.has($0.name) }) else { return completion(playlists) }
    library.listening.list(.lovely, in: 0..<1) { result in
      let isAny = (try? result.get())?.rows.isEmpty == false
      completion(playlists + (isAny ? [Self.report] : []))
    }
  }

  /// The same with its length.
  func counted(in playlists: [PlaylistReport], completion: @escaping ([PlaylistReport]) -> Void) {
    guard !playlists.contains(where: { Self.has($0.name) }) else { return completion(playlists) }
    let library = library
    library.listening.list(.lovely, in: 0..<Affinity.mostLovely) { result in
      guard case .success(let page) = result, !page.rows.isEmpty else { return completion(playlists) }
      library.catalogue.tracks(in: page.rows) { result in
        var report = Self.report
        var length = PlaylistLength()
        for case let track? in (try? result.get()) ?? [] { length.add(.whole, of: track.details.duration) }
        report.length = length
        completion(playlists + [report])
      }
    }
  }

  /// It is on no volume: songs of all of them are in it.
  private static var report: PlaylistReport {
    // It is made whenever somebody asks.
    var report = PlaylistReport(name: name, modified: WallClock.now())
    report.identity = PlaylistID.lovelySongs.description
    report.volume = nil
    return report
  }

  /// The number of its songs now; it has no other fields.
  func details(completion: @escaping (Result<PlaylistTexts, Refusal>) -> Void) -> Query {
    Query(
      library.listening.list(.lovely, in: 0..<Affinity.mostLovely) { result in
        completion(
          result.map { PlaylistTexts(entries: $0.rows.count) }
            .mapError { $0.naming(.noSuchPlaylist) })
      })
  }

  /// - Parameter after: nil for the first page, else `next` of the page before.
  func entries(
    after: Cursor?, skipping: Int, limit: Int,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query {
    let library = library
    return Query(
      library.listening.list(.lovely, in: 0..<Affinity.mostLovely) { result in
        switch result {
        case .failure(let refusal): completion(.failure(refusal.naming(.noSuchPlaylist)))
        case .success(let page):
          let start = min(page.rows.count, Int(after?.bytes.first ?? 0)) + max(0, skipping)
          let rows = Array(page.rows.dropFirst(start).prefix(max(1, limit)))
          let end = start + rows.count
          library.catalogue.tracks(in: rows) { result in
            completion(
              result.map { tracks in
                PlaylistEntries(
                  entries: tracks.compactMap { $0.map { PlaylistEntry($0.reference) } },
                  next: end < page.rows.count ? Cursor(bytes: [UInt8(end)]) : nil)
              }.mapError { $0.naming(.noSuchPlaylist) })
          }
        }
      })
  }
}
