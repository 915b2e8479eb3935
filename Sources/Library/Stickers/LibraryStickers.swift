public import Model

/// Values that clients attach to songs, playlists, filters and values of tags, on all volumes. Completions
/// are called on the loop, once, unless the request was cancelled.
public struct LibraryStickers {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  private typealias Place = (volume: MountedVolume, leg: StickerOwner)

  /// - Parameter completion: gets nil where there is no such sticker.
  @discardableResult
  public func value(
    _ name: String, of subject: StickerSubject,
    completion: @escaping Completion<String?>
  ) -> Query {
    let request = LibraryRequest()
    places(
      of: subject, request,
      passingRefusals(to: completion) { places in
        first(name, of: places, request) { completion($0.map { $0?.value }) }
      })
    return request
  }

  /// The first of `places` that has it.
  private func first(
    _ name: String, of places: [Place], _ request: LibraryRequest,
    _ completion: @escaping Completion<(place: Place, value: String)?>
  ) {
    library.sweep(places, request: request) { (store, owner) throws(StoreError) in
      try store.people.stickers.sticker(name, of: owner)
    } completion: { found in
      do throws(Refusal) {
        for (place, (_, result)) in zip(places, found) {
          if let value = try result.refused().get() { return completion(.success((place, value))) }
        }
        completion(.success(nil))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// All stickers on one thing, by their names.
  @discardableResult
  public func all(
    of subject: StickerSubject, completion: @escaping Completion<[Sticker]>
  ) -> Query {
    let request = LibraryRequest()
    places(of: subject, request, passingRefusals(to: completion) { gather($0, request, completion) })
    return request
  }

  private func gather(
    _ places: [Place], _ request: LibraryRequest,
    _ completion: @escaping Completion<[Sticker]>
  ) {
    library.sweep(places, request: request) { (store, owner) throws(StoreError) in
      try store.people.stickers.stickers(of: owner)
    } completion: { found in
      do throws(Refusal) {
        var stickers: [Sticker] = []
        for (_, result) in found {
          let known = Set(stickers.map(\.name))
          stickers += try result.refused().get().filter { !known.contains($0.name) }
        }
        completion(.success(stickers.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Changes stickers.
  ///
  /// - Parameter completion: gets whether there was one before, once the change would survive a power cut, else why
  ///   nothing was changed.
  public func change(
    of subject: StickerSubject, _ change: StickerChange,
    completion: @escaping Completion<Bool>
  ) {
    let request = LibraryRequest()
    places(
      of: subject, request,
      passingRefusals(to: completion) { places in
        switch change {
        case .delete: make(change, places, completion)
        case .set(let name, _), .add(let name, _, _):
          // An existing one is changed in its place; a new one goes to the first place.
          let found = passingRefusals(to: completion) { (found: (place: Place, value: String)?) in
            make(change, [found?.place ?? places[0]], completion)
          }
          first(name, of: places, request, found)
        }
      })
  }

  private func make(
    _ change: StickerChange, _ places: [Place], _ completion: @escaping Completion<Bool>
  ) {
    library.sweep(places) { (store, owner) throws(StoreError) in
      try store.edit { (transaction) throws(StoreError) in
        try store.people.stickers.change(of: owner, change, in: transaction)
      }
    } completion: { found in
      do throws(Refusal) {
        var existed = false
        if found.contains(where: { (try? $0.result.refused().get())?.isChanged ?? false }) {
          library.tell(.stickersChanged)
        }
        for (_, result) in found where try result.refused().get().existed { existed = true }
        completion(.success(existed))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Finds the places that may have stickers on `subject`: one at least. For a text, the place for new ones
  /// comes first.
  private func places(
    of subject: StickerSubject, _ request: LibraryRequest,
    _ body: @escaping Completion<[Place]>
  ) {
    switch subject {
    case .song(let uri):
      let found = library.place(of: uri)
      library.later {
        if request.isCancelled { return }
        guard let (volume, path) = found, !path.isEmpty else { return body(.failure(.noSuchSong)) }
        body(.success([(volume, .track(path: path))]))
      }
    case .playlist(let name):
      library.playlists.whenKnown(request) {
        guard let entry = library.playlists.index[name] else { return body(.failure(.noSuchPlaylist)) }
        body(.success([(entry.volume, .playlist(entry.playlist.identity))]))
      }
    case .text(let type, let text, let home):
      library.later {
        if request.isCancelled { return }
        guard let first = library.open(home) else { return body(.failure(.volumeGone)) }
        let volumes = [first] + library.ordered.filter { $0 !== first }
        body(.success(volumes.map { ($0, .text(type: type, text)) }))
      }
    }
  }

  // MARK: Over all volumes

  /// Which names stickers have, each once, by type and name. A volume that leaves meanwhile counts for none.
  @discardableResult
  public func names(completion: @escaping ([StickerName]) -> Void) -> Query {
    return library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.people.stickers.names()
    } completion: {
      let found = $0.reduce(into: Set<StickerName>()) { $0.formUnion((try? $1.result.get()) ?? []) }
      completion(
        found.sorted { a, b in
          (a.type, a.name) != (b.type, b.name)
            && (a.type + "\0" + a.name).utf8.lexicographicallyPrecedes((b.type + "\0" + b.name).utf8)
        })
    }
  }

  /// Stickers of one name on things of one type, in no certain order.
  ///
  /// - Parameters:
  ///   - type: `song`, `playlist`, `filter`, or a tag's name.
  ///   - base: of songs, the folder that they are below, empty for all; nothing is found below what is not there.
  ///   - after: nil for the first page, else `next` of the page before. A page may be empty and yet have a next one.
  ///   - test: which values are wanted; nil for all.
  @discardableResult
  public func find(
    _ name: String, type: String, below base: String, after: Cursor? = nil,
    test: StickerTest? = nil,
    completion: @escaping Completion<StickerPage>
  ) -> Query {
    let request = LibraryRequest()
    let cursor = after.flatMap { StickerCursor(bytes: $0.bytes) }
    return library.playlists.whenKnown(request) {
      var legs: [(volume: MountedVolume, path: [UInt8])] = library.ordered.map { ($0, []) }
      if type == Stickers.songType, !base.isEmpty { legs = library.place(of: base).map { [$0] } ?? [] }
      if let cursor {
        guard let index = legs.firstIndex(where: { $0.volume.info?.id == cursor.volume }) else {
          return completion(.failure(.volumeGone))
        }
        legs.removeFirst(index)
      }
      guard let leg = legs.first, let id = leg.volume.info?.id else {
        return completion(.success(StickerPage()))
      }
      let following = legs.dropFirst().first?.volume.info?.id
      find(name, type, leg.volume, leg.path, after: cursor?.row ?? 0, request, test) {
        completion(
          $0.map { found, next in
            var page = StickerPage(found: found)
            if let next {
              page.next = StickerCursor(volume: id, row: next).cursor
            } else {
              page.next = following.map { StickerCursor(volume: $0, row: 0).cursor }
            }
            return page
          })
      }
    }
  }

  /// Values that are compared in one step: cheaper than rows of songs are.
  private static let searchWindow = 4000

  private typealias Found = (found: [StickerPage.Found], next: Int64?)

  private func find(
    _ name: String, _ type: String, _ volume: MountedVolume, _ path: [UInt8], after row: Int64,
    _ request: LibraryRequest, _ test: StickerTest?,
    _ completion: @escaping Completion<Found>
  ) {
    let limit = MusicLibrary.window
    switch type {
    case Stickers.songType:
      let limit = Self.searchWindow
      let prefix = library.prefix(of: volume)
      library.ask(
        volume,
        { (store) throws(StoreError) in
          let page = try store.people.stickers.findSongs(
            withSticker: name, below: path, after: row, limit: limit, test: test)
          // Most are searched by their values: paths are read only for the results.
          let songs = zip(page.found, try store.tracks.references(inRows: page.found.map(\.track)))
          return Found(
            songs.compactMap { item, song in
              song.map { .init(subject: prefix + EscapedName.text(for: $0.path), value: item.value) }
            }, page.next)
        }, request: request
      ) { completion($0.mapError { Refusal($0) }) }
    case Stickers.playlistType:
      library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.people.stickers.findPlaylists(withSticker: name, after: row, limit: limit, test: test)
        }, request: request
      ) { result in
        let names = Dictionary(
          library.playlists.index.entries.filter { $0.volume === volume }.map {
            ($0.playlist.identity, $0.info.name)
          }
        ) { $1 }
        completion(
          result.map { page in
            Found(
              page.found.compactMap { item in
                names[item.playlist].map { .init(subject: $0, value: item.value) }
              }, page.next)
          }.mapError { Refusal($0) })
      }
    default:
      library.ask(
        volume,
        { (store) throws(StoreError) in
          let page = try store.people.stickers.findTexts(
            ofType: type, withSticker: name, after: row, limit: limit, test: test)
          return Found(page.found.map { .init(subject: $0.text, value: $0.value) }, page.next)
        }, request: request
      ) { completion($0.mapError { Refusal($0) }) }
    }
  }
}
