import Control
import Library
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

  func songs(
    of tracks: [TrackReference], at places: [TrackRow?], completion: @escaping ([Song]) -> Void
  ) -> Query {
    library.catalogue.tracks(tracks, in: places) { [library, streams] found in
      completion(
        zip(tracks, found).map { reference, track in
          if let url = reference.url { return streams.song(url) }
          let uri = library.shownURI(of: reference)
          if let track { return Song(track, uri: uri) }
          var song = Song(uri: uri)
          song.isAbsent = library.scans.hasMetAll(of: reference.volume)
          return song
        })
    }
  }

  func lines(
    of tracks: [TrackReference], at places: [TrackRow?], matching filter: Filter?, _ parts: SongParts,
    completion: @escaping ([[UInt8]?]) -> Void
  ) -> Query {
    let shown = TrackParts(parts)
    let looked = filter?.recordParts.map { TrackParts($0, withKeys: false) }
    return library.catalogue.lines(tracks, in: places) {
      var lines = SongLines()
      return { (track) throws(StoreError) in
        if let filter, let looked {
          try track.read(looked, into: &lines.record)
          guard filter.matches(lines.record) else { return [] }
        }
        try track.read(shown, into: &lines.record)
        return lines.make()
      }
    } completion: {
      completion($0)
    }
  }

  func found(at places: [TrackRow], completion: @escaping Completion<[FoundSong?]>) -> Query {
    library.catalogue.tracks(in: places) { [library] result in
      completion(
        result.map { tracks in
          tracks.map { track in
            track.map { FoundSong(Song($0, uri: library.shownURI(of: $0.reference)), $0) }
          }
        })
    }
  }

  func page(_ listing: Listing, completion: @escaping Completion<ListingPage>) -> Query {
    let shown = TrackParts(listing.shown)
    return library.catalogue.page(
      at: listing.uri, isRecursive: listing.isRecursive, onlyNames: listing.tags == nil, after: listing.after,
      into: ListingPage(of: listing), add: { page, item in page.add(ListingPage.Item(item)) },
      addStored: { (page, track) throws(StoreError) in
        try track.read(shown, into: &page.record)
        return page.addRecord()
      }
    ) { result in
      completion(
        result.map { found in
          var page = found.sum
          page.next = found.next
          return page
        })
    }
  }

  func select(
    _ selection: SongSelection, after: Cursor?, limit: Int, completion: @escaping Completion<SongPage>
  ) -> Query {
    let filter = selection.filter
    return library.catalogue.select(
      below: selection.base, holding: selection.needle, having: WantedValue.of(selection), after: after,
      limit: limit
    ) { track, uri -> FoundSong? in
      let song = Song(track, uri: uri)
      return filter.matches(song) ? FoundSong(song, track) : nil
    } completion: {
      completion($0.map { SongPage(found: $0.values, next: $0.next) })
    }
  }

  func lines(of question: FoundLines.Question, completion: @escaping Completion<FoundLines>) -> Query {
    let selection = question.selection
    let reader = LineReader(question)
    return library.catalogue.select(
      below: selection.base, onlyNames: reader.readsOnlyURIs, holding: selection.needle,
      having: WantedValue.of(selection), after: question.after, into: FoundLines(of: question),
      number: question.number, albums: question.isOfAlbums ? reader.mayTake : nil, add: reader.add
    ) { result in
      completion(
        result.map { found in
          var lines = found.sum
          lines.next = found.next
          return lines
        })
    }
  }

  func pick<Value: Sendable>(
    _ selection: SongSelection, reading tags: TagSet, named: Bool, after: Cursor?, limit: Int,
    look: @escaping @Sendable () -> (Song, TrackRow) -> Value?,
    completion: @escaping Completion<(values: [Value], next: Cursor?)>
  ) -> Query {
    library.catalogue.pick(
      Self.fields(tags), named: named, having: WantedValue.of(selection), after: after, limit: limit
    ) {
      let look = look()
      return { volume, track in look(Song(track), TrackRow(volume: volume, row: track.row)) }
    } completion: {
      completion($0.map { ($0.values, $0.next) })
    }
  }

  private static func fields(_ tags: TagSet) -> Set<TagTally.Field> {
    Set(Tag.allCases.compactMap { tags.contains($0) ? $0.field : nil })
  }

  func tally(
    _ tags: TagSet, of selection: SongSelection, withFirsts: Bool, withFolderAlbums: Bool,
    take: @escaping (ArraySlice<SongTally>) -> Void, completion: @escaping Completion<Void>
  ) -> Query {
    library.totals.tally(
      Self.fields(tags).union(withFolderAlbums ? [.folderAlbum] : []), having: WantedValue.of(selection),
      holding: selection.needle, withFirsts: withFirsts, make: { SongTally($0) }, take: take,
      completion: completion)
  }

  func lookup(_ text: String, limit: Int, completion: @escaping (LookupResult) -> Void) -> Query {
    library.search.lookup(text, limit: limit) { page in
      completion(
        LookupResult(
          songs: page.tracks.map { Song($0.track, uri: $0.uri) }, suggestion: page.suggestion))
    }
  }

  func places(lookedUp text: String, limit: Int, completion: @escaping ([TrackRow]) -> Void) -> Query {
    library.search.shelve(lookedUp: text, limit: limit, by: names, completion: completion)
  }

  var nameKey: @Sendable (String) -> [UInt8] {
    let names = names
    return { names.key(for: $0) }
  }

  func nameWithoutArticle(_ name: String) -> String? { names.nameWithoutArticle(name) }

  func statistics(completion: @escaping Completion<LibraryStatistics>) -> Query {
    library.totals.counts { [libraryClock] result in
      completion(
        result.map {
          var statistics = $0
          statistics.updated = libraryClock.time(of: $0)
          return statistics
        })
    }
  }
}

extension FoundSong {
  fileprivate init(_ song: Song, _ track: Track) {
    self.init(song, track.reference, at: TrackRow(volume: track.reference.volume, row: track.row))
  }
}

extension ListingPage.Item {
  fileprivate init(_ item: LibraryPage.Item) {
    switch item {
    case .folder(let uri): self = .directory(uri: uri, modified: nil)
    case .playlistFile(let uri, let modified): self = .playlist(uri: uri, modified: modified)
    case .track(let uri, let track): self = .song(Song(track, uri: uri, withSound: false))
    }
  }
}
