public import Model

/// What clients keep with songs, playlists, filters and values of tags, on all volumes. Completions are called on the
/// loop, once, unless the request was cancelled.
extension MusicLibrary {
  private typealias Place = (volume: MountedVolume, owner: StickerOwner)

  /// - Parameter completion: gets nil where there is no such sticker.
  @discardableResult
  public func sticker(
    _ name: String, of subject: StickerSubject,
    completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    places(of: subject, request) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let places): first(name, of: places[...], request) { completion($0.map { $0?.value }) }
      }
    }
    return request
  }

  /// The first of `places` that has it.
  private func first(
    _ name: String, of places: ArraySlice<Place>, _ request: LibraryRequest,
    _ completion: @escaping (Result<(place: Place, value: String)?, Refusal>) -> Void
  ) {
    guard let place = places.first else { return completion(.success(nil)) }
    let owner = place.owner
    ask(
      place.volume, { (store) throws(StoreError) in try store.sticker(name, of: owner) }, request: request
    ) { [weak self] result in
      switch result {
      case .success(.success(let value?)): completion(.success((place, value)))
      case .success(.success(nil)): self?.first(name, of: places.dropFirst(), request, completion)
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// All stickers on one thing, by their names.
  @discardableResult
  public func stickers(
    of subject: StickerSubject, completion: @escaping (Result<[Sticker], Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    places(of: subject, request) { [weak self] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let places): self?.gather(places[...], [], request, completion)
      }
    }
    return request
  }

  private func gather(
    _ places: ArraySlice<Place>, _ found: [Sticker], _ request: LibraryRequest,
    _ completion: @escaping (Result<[Sticker], Refusal>) -> Void
  ) {
    guard let place = places.first else {
      return completion(.success(found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
    }
    let owner = place.owner
    ask(place.volume, { (store) throws(StoreError) in try store.stickers(of: owner) }, request: request) {
      [weak self] result in
      switch result {
      case .success(.success(let stickers)):
        let known = Set(found.map(\.name))
        let all = found + stickers.filter { !known.contains($0.name) }
        self?.gather(places.dropFirst(), all, request, completion)
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// Changes stickers.
  ///
  /// - Parameter completion: gets whether there was one before, once the change would survive a power cut, else why
  ///   nothing was changed.
  public func change(
    stickersOf subject: StickerSubject, _ change: StickerChange,
    completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    let request = LibraryRequest()
    places(of: subject, request) { [weak self] result in
      guard let self else { return completion(.failure(.volumeGone)) }
      switch (result, change) {
      case (.failure(let refusal), _): completion(.failure(refusal))
      case (.success(let places), .delete):
        make(change, places[...], StickerOutcome(existed: false, isChanged: false), completion)
      case (.success(let places), .set(let name, _)), (.success(let places), .add(let name, _, _)):
        // Where it is already; a new one at the first place.
        first(name, of: places[...], request) { [weak self] result in
          switch result {
          case .failure(let refusal): completion(.failure(refusal))
          case .success(let found):
            let place = found?.place ?? places[0]
            self?.make(change, [place], StickerOutcome(existed: false, isChanged: false), completion)
          }
        }
      }
    }
  }

  private func make(
    _ change: StickerChange, _ places: ArraySlice<Place>, _ outcome: StickerOutcome,
    _ completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    guard let place = places.first else {
      if outcome.isChanged { tell(.stickersChanged) }
      return completion(.success(outcome.existed))
    }
    let owner = place.owner
    ask(place.volume, { (store) throws(StoreError) in try store.change(stickersOf: owner, change) }) {
      [weak self] result in
      switch result {
      case .success(.success(let one)):
        let all = StickerOutcome(
          existed: outcome.existed || one.existed, isChanged: outcome.isChanged || one.isChanged)
        self?.make(change, places.dropFirst(), all, completion)
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// Where stickers on `subject` may be: at one place at least. Of a text, the place for new ones comes first.
  private func places(
    of subject: StickerSubject, _ request: LibraryRequest,
    _ body: @escaping (Result<[Place], Refusal>) -> Void
  ) {
    switch subject {
    case .song(let uri):
      let found = place(of: uri)
      later {
        if request.isCancelled { return }
        guard let (volume, path) = found, !path.isEmpty else { return body(.failure(.noSuchSong)) }
        body(.success([(volume, .track(path: path))]))
      }
    case .playlist(let name):
      whenPlaylistsAreKnown { [weak self] in
        guard let self, !request.isCancelled else { return }
        guard let entry = playlistIndex[name] else { return body(.failure(.noSuchPlaylist)) }
        body(.success([(entry.volume, .playlist(entry.playlist.identity))]))
      }
    case .text(let type, let text, let home):
      later { [weak self] in
        guard let self, !request.isCancelled else { return }
        guard let first = open(home) else { return body(.failure(.volumeGone)) }
        let volumes = [first] + ordered.filter { $0 !== first }
        body(.success(volumes.map { ($0, .text(type: type, text)) }))
      }
    }
  }

  // MARK: Over all volumes

  /// Which names stickers have, each once, by type and name. A volume that leaves meanwhile counts for none.
  @discardableResult
  public func stickerNames(completion: @escaping ([StickerName]) -> Void) -> LibraryRequest {
    let request = LibraryRequest()
    gatherNames(ordered[...], [], request, completion)
    return request
  }

  private func gatherNames(
    _ volumes: ArraySlice<MountedVolume>, _ found: Set<StickerName>, _ request: LibraryRequest,
    _ completion: @escaping ([StickerName]) -> Void
  ) {
    guard let volume = volumes.first else {
      let names = found.sorted { a, b in
        (a.type, a.name) != (b.type, b.name)
          && (a.type + "\0" + a.name).utf8.lexicographicallyPrecedes((b.type + "\0" + b.name).utf8)
      }
      return later { if !request.isCancelled { completion(names) } }
    }
    ask(volume, { (store) throws(StoreError) in try store.stickerNames() }, request: request) {
      [weak self] result in
      let all = found.union((try? result.get()) ?? [])
      self?.gatherNames(volumes.dropFirst(), all, request, completion)
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
  public func findStickers(
    _ name: String, type: String, below base: String, after: Cursor? = nil,
    test: StickerTest? = nil,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let cursor = after.flatMap { StickerCursor(bytes: $0.bytes) }
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      var legs: [(volume: MountedVolume, path: [UInt8])] = ordered.map { ($0, []) }
      if type == VolumeStore.songType, !base.isEmpty { legs = place(of: base).map { [$0] } ?? [] }
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
    return request
  }

  /// Values that are compared in one step: cheaper than rows of songs are.
  private static let stickerWindow = 4000

  private typealias Found = (found: [StickerPage.Found], next: Int64?)

  private func find(
    _ name: String, _ type: String, _ volume: MountedVolume, _ path: [UInt8], after row: Int64,
    _ request: LibraryRequest, _ test: StickerTest?,
    _ completion: @escaping (Result<Found, Refusal>) -> Void
  ) {
    let limit = Self.window
    switch type {
    case VolumeStore.songType:
      let limit = Self.stickerWindow
      let prefix = prefix(of: volume)
      ask(
        volume,
        { (store) throws(StoreError) in
          let page = try store.findSongs(
            withSticker: name, below: path, after: row, limit: limit, test: test)
          return Found(
            page.found.map { .init(subject: prefix + EscapedName.text(for: $0.path), value: $0.value) },
            page.next)
        }, request: request
      ) { completion($0.mapError { Refusal($0) }) }
    case VolumeStore.playlistType:
      ask(
        volume,
        { (store) throws(StoreError) in
          try store.findPlaylists(withSticker: name, after: row, limit: limit, test: test)
        }, request: request
      ) { [weak self] result in
        guard let self else { return }
        let names = Dictionary(
          playlistIndex.entries.filter { $0.volume === volume }.map { ($0.playlist.identity, $0.info.name) }
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
      ask(
        volume,
        { (store) throws(StoreError) in
          let page = try store.findTexts(
            ofType: type, withSticker: name, after: row, limit: limit, test: test)
          return Found(page.found.map { .init(subject: $0.text, value: $0.value) }, page.next)
        }, request: request
      ) { completion($0.mapError { Refusal($0) }) }
    }
  }
}
