import Control
import Exchange
import Library
import Model

/// The library's playlists as the protocol reads and changes them.
final class PlaylistsAdapter: Playlists {
  let library: MusicLibrary
  let exchange: LibraryExchange
  private let lovely: LovelySongs
  private let fetcher: Fetcher
  private let covers: CoverMaker

  init(library: MusicLibrary, exchange: LibraryExchange, fetcher: Fetcher, covers: CoverMaker) {
    self.exchange = exchange
    self.covers = covers
    self.library = library
    self.fetcher = fetcher
    lovely = LovelySongs(library: library)
  }

  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    Query(
      library.playlists.all { [library, lovely] playlists in
        let volumes = Dictionary(library.volumes.map { ($0.id, $0.name) }) { $1 }
        lovely.added(
          to: playlists.map { PlaylistReport($0, volume: volumes[$0.volume] ?? "") }, completion: completion)
      })
  }

  func countedPlaylists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    Query(
      library.playlists.counted { [library, lovely] playlists in
        let volumes = Dictionary(library.volumes.map { ($0.id, $0.name) }) { $1 }
        lovely.counted(
          in: playlists.map { info, length in
            var report = PlaylistReport(info, volume: volumes[info.volume] ?? "")
            report.length = length
            return report
          }, completion: completion)
      })
  }

  func files(completion: @escaping (Result<[PlaylistFileReport], Refusal>) -> Void) -> Query {
    Query(
      library.playlists.files.all { [library] result in
        let volumes = Dictionary(library.volumes.map { ($0.id, $0.name) }) { $1 }
        completion(
          result.map { found in
            found.flatMap { volume, uris in
              uris.map { PlaylistFileReport(uri: $0, volume: volumes[volume] ?? "") }
            }
          }.mapError { Refusal($0) })
      })
  }

  func entries(
    of name: String, after: Cursor?, skipping: Int, limit: Int, texts: Bool,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query {
    lovely.isMeant(name) { [library, lovely] isMeant in
      if isMeant {
        _ = lovely.entries(after: after, skipping: skipping, limit: limit, completion: completion)
        return
      }
      library.playlists.entries(
        of: name, after: after.flatMap { PlaylistCursor(bytes: $0.bytes) }, skipping: skipping,
        limit: limit, texts: texts
      ) { result in
        completion(
          result.map { page in
            var entries = PlaylistEntries(
              entries: page.entries,
              places: page.rows.map { $0 },
              told: Self.told(page.entries),
              next: page.next.map { Cursor(bytes: $0.bytes) })
            entries.missing = page.missing
            return entries
          })
      }
    }
  }

  /// Returns the songs' data from the file that the entries came from, by their places.
  private static func told(_ entries: [PlaylistEntry]) -> [Int: Song] {
    var told: [Int: Song] = [:]
    for (place, entry) in entries.enumerated() {
      guard let track = SourceTrack(of: entry) else { continue }
      var tags: [Song.TagValue] = []
      if let artist = track.artist { tags.append(Song.TagValue(.artist, artist)) }
      if let title = track.title { tags.append(Song.TagValue(.title, title)) }
      var song = Song(uri: track.location ?? "", tags: tags, duration: track.duration)
      song.givenName = track.file
      told[place] = song
    }
    return told
  }

  func stations(completion: @escaping (Result<[Station], Refusal>) -> Void) -> Query {
    library.playlists.stations.all(completion: completion)
    return .done
  }

  func stations(at url: String, completion: @escaping (Result<[QueueItem], Refusal>) -> Void) -> Query {
    fetcher.stations(at: url, completion: completion)
    return .done
  }

  func details(of name: String, completion: @escaping (Result<PlaylistTexts, Refusal>) -> Void) -> Query {
    ask(name, lovely: { [lovely] in lovely.details(completion: completion) }) { [library] in
      Query(library.playlists.texts(of: name, completion: completion))
    }
  }

  func cover(of name: String, completion: @escaping (Result<[UInt8], Refusal>) -> Void) -> Query {
    func none() -> Query {
      completion(.success([]))
      return .done
    }
    return ask(name, lovely: none) { [library] in
      Query(library.playlists.cover(of: name, completion: completion))
    }
  }

  func makeCover(
    of name: String, from pictures: [CoverRecipe.Picture],
    completion: @escaping (Result<[UInt8], Refusal>) -> Void
  ) -> Query {
    playlists { [covers] playlists in
      let colour = playlists.first { $0.name == name }?.colour ?? Self.colour(of: name)
      covers.cover(CoverRecipe(pictures, colour: colour), completion: completion)
    }
  }

  /// Returns the colour of a playlist that has none set: one of a few, by its name.
  private static func colour(of name: String) -> UInt32 {
    let colours: [UInt32] = [
      0x3D5A80, 0x6D597A, 0x2A7F62, 0x9C4A3C, 0x4A6FA5, 0x7B5E2B, 0x5B6C3A, 0x8A3F5D,
    ]
    return colours[name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % colours.count]
  }

  /// Asks of a playlist of people's, or of the one that the jukebox makes.
  private func ask(
    _ name: String, lovely made: @escaping () -> Query, otherwise: @escaping () -> Query
  ) -> Query {
    guard LovelySongs.has(name) else { return otherwise() }
    return lovely.isMeant(name) { isMeant in _ = isMeant ? made() : otherwise() }
  }

  func folders(completion: @escaping ([String]) -> Void) -> Query {
    Query(library.playlists.folders.all(completion: completion))
  }

  func change(
    folder name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void
  ) {
    library.playlists.folders.change(name, change, completion: completion)
  }

  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void) {
    var target = name
    if case .rename(let new) = change { target = new }
    _ = lovely.isMeant(target) { [library, lovely] isMeant in
      // Something else is to get its name, or it is to be changed itself.
      if isMeant { return completion(target == name ? LovelySongs.refusal : LovelySongs.refusalOfName) }
      _ = lovely.isMeant(name) { isMeant in
        if isMeant { return completion(LovelySongs.refusal) }
        library.playlists.change(name, change, completion: completion)
      }
    }
  }

  func remove(_ name: String, completion: @escaping (Refusal?) -> Void) {
    _ = lovely.isMeant(name) { [library] isMeant in
      if isMeant { return completion(LovelySongs.refusal) }
      library.playlists.remove(name, completion: completion)
    }
  }

  func restore(_ name: String, completion: @escaping (Refusal?) -> Void) {
    library.playlists.restore(name, completion: completion)
  }

  func add(
    _ songs: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    _ = lovely.isMeant(name) { [library] isMeant in
      if isMeant { return completion(LovelySongs.refusal) }
      library.playlists.add(songs, to: name, at: position, onlyNew: onlyNew, completion: completion)
    }
  }
}

extension PlaylistReport {
  fileprivate init(_ info: PlaylistInfo, volume: String) {
    self.init(name: info.name, modified: info.changed)
    made = info.made
    identity = info.identity.description
    self.volume = volume
    colour = info.colour
    tempo = info.tempo
    folder = info.folder
    slot = info.slot
    hasCover = info.hasCover
  }
}
