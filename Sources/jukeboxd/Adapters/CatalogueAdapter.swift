import Control
import Exchange
import Library
import Media
import Model

/// The library's tree as the protocol browses it.
final class CatalogueAdapter: Catalogue {
  private let library: MusicLibrary
  private let libraryClock: LibraryClock
  private let names: NameOrder
  private let streams: Streams

  /// - Parameter articles: words that don't count at the beginning of a name.
  init(library: MusicLibrary, clock: LibraryClock, streams: Streams, articles: [String]) {
    self.streams = streams
    self.library = library
    libraryClock = clock
    names = NameOrder(articles: articles)
  }

  var volumes: [VolumeReport] {
    let top = library.mounts.topVolume
    return library.volumes.map { volume in
      var report = VolumeReport(
        name: EscapedName.text(for: volume.name.utf8), path: EscapedName.text(for: volume.path.utf8),
        isRoot: volume.id == top, isFixed: volume.isFixed, isReadOnly: volume.isCopy)
      report.isIndexed = library.scans.isIndexed(volume.id)
      report.notPlayed = library.scans.notPlayed(on: volume.id)
      return report
    }
  }

  var version: [UInt64] { library.version }

  var absentVolumes: Set<String> { Set(library.mounts.absentNames.map { EscapedName.text(for: $0.utf8) }) }

  func countedVolumes(completion: @escaping ([VolumeReport]) -> Void) -> Query {
    let library = library
    return Query(
      library.totals.songCounts { [weak self] counts in
        library.health.spaces { [weak self] spaces in
          guard let self else { return completion([]) }
          completion(
            zip(volumes, library.volumes).map { report, volume in
              var report = report
              report.songs = counts[volume.id].map { Int(clamping: $0) }
              report.freeBytes = spaces[volume.id]?.free
              report.totalBytes = spaces[volume.id]?.total
              return report
            })
        }
      })
  }

  func songs(
    of tracks: [TrackReference], at places: [TrackRow?], completion: @escaping ([Song]) -> Void
  ) -> Query {
    let (library, streams) = (library, streams)
    let rows = places
    return Query(
      library.catalogue.tracks(tracks, in: rows) { found in
        completion(
          zip(tracks, found).map { reference, track in
            if let url = reference.url { return streams.song(url) }
            let uri = reference.uri(in: library)
            if let track { return Song(track, uri: uri) }
            var song = Song(uri: uri)
            song.isAbsent = library.scans.hasMetAll(of: reference.volume)
            return song
          })
      })
  }

  func found(at places: [TrackRow], completion: @escaping (Result<[FoundSong?], Refusal>) -> Void) -> Query {
    let library = library
    return Query(
      library.catalogue.tracks(in: places) {
        completion(
          $0.map { tracks in
            tracks.map { track in
              track.map { track in
                let uri = track.reference.uri(in: library)
                return FoundSong(Song(track, uri: uri), track)
              }
            }
          }.mapError { $0.naming(.noSuchSong) })
      })
  }

  func tracks(
    at places: [TrackRow], completion: @escaping (Result<[TrackReference?], Refusal>) -> Void
  ) -> Query {
    Query(
      library.catalogue.references(in: places) {
        completion($0.mapError { $0.naming(.noSuchSong) })
      })
  }

  func track(at uri: String, completion: @escaping (Result<TrackReference, Refusal>) -> Void) -> Query {
    if let stream = TrackReference(url: uri) {
      completion(.success(stream))
      return .done
    }
    return Query(
      library.catalogue.track(at: uri) { [self] result in
        orStation(result.map(\.reference), uri) { completion($0.mapError { $0.naming(.noSuchSong) }) }
      })
  }

  func tracks(
    belowEach uris: [String], onlySongs: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> Query {
    Query(
      library.catalogue.references(atEach: uris, onlyTracks: onlySongs) { [library] found in
        let missing = onlySongs ? Refusal.noSuchSong : .noSuchDirectory
        func answer(_ stations: [Station]) {
          completion(
            zip(uris, found).map { uri, result in
              if result == .failure(.noSuchPath), let track = stations.track(named: uri) {
                return .success([track])
              }
              return result?.mapError { $0.naming(missing) }
            })
        }
        guard found.contains(.failure(.noSuchPath)) else { return answer([]) }
        library.playlists.stations.all { answer((try? $0.get()) ?? []) }
      })
  }

  func tracks(below uri: String, completion: @escaping (Result<[TrackReference], Refusal>) -> Void) -> Query {
    Query(
      library.catalogue.references(at: uri, limit: QueueLimits.entries) { [self] result in
        guard result == .failure(.noSuchPath) else {
          return completion(result.mapError { $0.naming(.noSuchDirectory) })
        }
        orStation(.failure(.noSuchPath), uri) {
          completion($0.map { [$0] }.mapError { $0.naming(.noSuchDirectory) })
        }
      })
  }

  func spellings(of names: [String], completion: @escaping ([String?]) -> Void) -> Query {
    Query(library.catalogue.spellings(of: names, completion: completion))
  }

  /// Passes a result on, or finds the station of that name if there is nothing at the path.
  private func orStation(
    _ result: Result<TrackReference, Refusal>, _ name: String,
    completion: @escaping (Result<TrackReference, Refusal>) -> Void
  ) {
    guard result == .failure(.noSuchPath) else { return completion(result) }
    library.playlists.stations.all { stations in
      let station = ((try? stations.get()) ?? []).track(named: name)
      completion(station.map { .success($0) } ?? result)
    }
  }

  func page(_ listing: Listing, completion: @escaping (Result<ListingPage, Refusal>) -> Void) -> Query {
    let cursor = listing.after.flatMap { LibraryCursor(bytes: $0.bytes) }
    return Query(
      library.catalogue.page(
        at: listing.uri, isRecursive: listing.isRecursive, onlyNames: listing.tags == nil, after: cursor,
        into: ListingPage(of: listing), add: { page, item in page.add(ListingPage.Item(item)) },
        completion: {
          completion(
            $0.map { found in
              var page = found.sum
              page.next = found.next.map { Cursor(bytes: $0.bytes) }
              return page
            }.mapError { $0.naming(.noSuchDirectory) })
        }))
  }

  func select(
    _ selection: SongSelection, after: Cursor?, limit: Int,
    completion: @escaping (Result<SongPage, Refusal>) -> Void
  ) -> Query {
    let filter = selection.filter
    return Query(
      library.catalogue.select(
        below: selection.base, holding: selection.needle,
        having: selection.values.compactMap(WantedValue.init),
        after: after.flatMap { LibraryCursor(bytes: $0.bytes) },
        limit: limit,
        transform: { track, uri -> FoundSong? in
          let song = Song(track, uri: uri)
          return filter.matches(song) ? FoundSong(song, track) : nil
        },
        completion: {
          completion(
            $0.map { page in
              SongPage(found: page.values, next: page.next.map { Cursor(bytes: $0.bytes) })
            }.mapError { $0.naming(.noSuchDirectory) })
        }))
  }

  func pick<Value: Sendable>(
    _ selection: SongSelection, reading tags: TagSet, named: Bool, after: Cursor?, limit: Int,
    look: @escaping @Sendable () -> (Song, TrackRow) -> Value?,
    completion: @escaping (Result<(values: [Value], next: Cursor?), Refusal>) -> Void
  ) -> Query {
    Query(
      library.catalogue.pick(
        Self.fields(tags), named: named, having: selection.values.compactMap(WantedValue.init),
        after: after.flatMap { LibraryCursor(bytes: $0.bytes) }, limit: limit,
        look: {
          let look = look()
          return { volume, track in look(Song(track), TrackRow(volume: volume, row: track.row)) }
        },
        completion: {
          completion(
            $0.map { ($0.values, $0.next.map { Cursor(bytes: $0.bytes) }) }
              .mapError { $0.naming(.noSuchDirectory) })
        }))
  }

  private static func fields(_ tags: TagSet) -> Set<TagTally.Field> {
    Set(Tag.allCases.compactMap { tags.contains($0) ? $0.field : nil })
  }

  func tally(
    _ tags: TagSet, of selection: SongSelection, withFirsts: Bool, withFolderAlbums: Bool,
    take: @escaping (ArraySlice<SongTally>) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> Query {
    Query(
      library.totals.tally(
        Self.fields(tags).union(withFolderAlbums ? [.folderAlbum] : []),
        having: selection.values.compactMap(WantedValue.init), holding: selection.needle,
        withFirsts: withFirsts, make: { SongTally($0) }, take: take,
        completion: { completion($0.mapError { $0.naming(.noSuchDirectory) }) }))
  }

  func folderAlbums(
    at places: [TrackRow], completion: @escaping (Result<[FolderAlbum?], Refusal>) -> Void
  ) -> Query {
    Query(
      library.catalogue.folderAlbums(ofTracks: places) {
        completion($0.mapError { $0.naming(.noSuchDirectory) })
      })
  }

  func tallySounds(
    take: @escaping (_ tempo: Int?, _ key: MusicalKey?, _ songs: Int, _ duration: Duration) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> Query {
    Query(
      library.totals.tallySounds(
        take: { for tally in $0 { take(tally.group.tempo, tally.group.key, tally.tracks, tally.duration) } },
        completion: { completion($0.mapError { $0.naming(.noSuchDirectory) }) }))
  }

  func topFolders(
    take: @escaping (_ uri: String, _ songs: Int, _ duration: Duration) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> Query {
    Query(
      library.totals.topFolders(take: take) {
        completion($0.mapError { $0.naming(.noSuchDirectory) })
      })
  }

  func lookup(_ text: String, limit: Int, completion: @escaping (LookupResult) -> Void) -> Query {
    Query(
      library.search.lookup(text, limit: limit) { page in
        completion(
          LookupResult(
            songs: page.tracks.map { Song($0.track, uri: $0.uri) },
            tracks: page.tracks.map(\.track.reference), suggestion: page.suggestion))
      })
  }

  func places(lookedUp text: String, limit: Int, completion: @escaping ([TrackRow]) -> Void) -> Query {
    Query(
      library.search.shelve(lookedUp: text, limit: limit, by: names) {
        completion($0)
      })
  }

  var nameKey: @Sendable (String) -> [UInt8] {
    let names = names
    return { names.key(for: $0) }
  }

  func nameWithoutArticle(_ name: String) -> String? { names.nameWithoutArticle(name) }

  func artwork(
    _ question: ArtworkQuestion, completion: @escaping (Result<Artwork?, Refusal>) -> Void
  ) -> Query {
    Query(
      library.pictures.part(
        of: question.uri, preferring: question.first == .song ? .embedded : .folder,
        from: Int64(question.offset), limit: question.limit
      ) {
        completion($0.map { $0.map(Artwork.init) }.mapError { $0.naming(.noSuchSong) })
      })
  }

  func files(in uri: String) throws(Refusal) -> any FileListing {
    do throws(Refusal) {
      return OpenFolder(library: library, reading: try library.files.folder(at: uri))
    } catch {
      throw error.naming(.noSuchDirectory)
    }
  }

  func comments(
    of uri: String, completion: @escaping (Result<[(key: String, text: String)], Refusal>) -> Void
  ) -> Query {
    Query(
      LibrarySounds(library).comments(at: uri) {
        completion(
          $0.map { $0.map { (key: $0.key, text: $0.text) } }.mapError { $0.naming(.noSuchFile) })
      })
  }

  func chapters(
    of uri: String, completion: @escaping (Result<[Chapter], Refusal>) -> Void
  ) -> Query {
    Query(
      library.files.chapters(at: uri) {
        completion($0.mapError { $0.naming(.noSuchSong) })
      })
  }

  func statistics(completion: @escaping (Result<LibraryStatistics, Refusal>) -> Void) -> Query {
    let clock = libraryClock
    return Query(
      library.totals.counts { result in
        completion(
          result.map { counts in
            var statistics = LibraryStatistics()
            statistics.artists = Int(clamping: counts.artists)
            statistics.albums = Int(clamping: counts.albums)
            statistics.songs = Int(clamping: counts.songs)
            statistics.duration = counts.playtime
            statistics.updated = clock.time(of: counts)
            return statistics
          }.mapError { $0.naming(.noSuchDirectory) })
      })
  }
}

extension Query {
  init(_ request: LibraryRequest) { self.init { request.cancel() } }

  /// Answered at once.
  static func refused<Value>(
    _ refusal: Refusal, _ completion: (Result<Value, Refusal>) -> Void
  ) -> Query {
    completion(.failure(refusal))
    return .done
  }
}

extension FoundSong {
  fileprivate init(_ song: Song, _ track: Track) {
    self.init(song, track.reference, at: TrackRow(volume: track.reference.volume, row: track.row))
  }
}

extension Artwork {
  fileprivate init(_ part: PicturePart) {
    self.init(
      size: Int(part.byteCount), mediaType: part.mediaType, isEmbedded: part.isEmbedded, uri: part.uri,
      content: part.content,
      bytes: part.bytes)
  }
}

extension ListingPage.Item {
  fileprivate init(_ item: LibraryPage.Item) {
    switch item {
    case .folder(let uri): self = .directory(uri: uri, modified: nil)
    case .playlistFile(let uri, let modified): self = .playlist(uri: uri, modified: modified)
    case .track(let uri, let track): self = .song(Song(track, uri: uri, withSound: false))
    case .name(let before, let name): self = .name(before: before, name)
    }
  }
}

extension Refusal {
  /// The same, where what was asked for is not there with the word for it.
  func naming(_ missing: Refusal) -> Refusal { self == .noSuchPath ? missing : self }
}

/// A folder of the library as the protocol lists it.
private final class OpenFolder: FileListing {
  private let library: MusicLibrary
  private let reading: FolderReading

  init(library: MusicLibrary, reading: FolderReading) {
    self.library = library
    self.reading = reading
  }

  func next(_ limit: Int, completion: @escaping (Result<[FileReport], Refusal>) -> Void) -> Query {
    Query(
      library.files.next(of: reading, limit: limit) {
        completion(
          $0.map { $0.map { FileReport($0) } }.mapError { $0.naming(.noSuchDirectory) })
      })
  }
}

extension FileReport {
  fileprivate init(_ entry: FileEntry) {
    let size: Int64? = if case .file(let bytes) = entry.kind { bytes } else { nil }
    self.init(
      name: EscapedName.text(for: entry.name), size: size, modified: entry.modified?.components.seconds)
  }
}

extension [Station] {
  fileprivate func track(named name: String) -> TrackReference? {
    first { $0.name.utf8.elementsEqual(name.utf8) }?.item?.track
  }
}
