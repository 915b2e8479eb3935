import Interchange
import Linux
public import Model

/// The playlists that people keep on their volumes, as one list. Completions are called on the loop, once, unless the
/// request was cancelled.
extension MusicLibrary {
  /// All playlists, in natural order of their names.
  @discardableResult
  public func playlists(completion: @escaping ([PlaylistInfo]) -> Void) -> LibraryRequest {
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      completion(playlistIndex.entries.map(\.info))
    }
    return request
  }

  /// Some of a playlist's entries.
  ///
  /// - Parameters:
  /// - cursor: nil for the first page, else `next` of the page before.
  /// - skipping: number of entries to leave out first.
  /// - limit: maximum number of entries.
  /// - texts: whether notes and the like are wanted.
  /// - name: of a playlist, or the URI of a playlist file, which is read again with each first page.
  @discardableResult
  public func entries(
    ofPlaylist name: String, after cursor: PlaylistCursor? = nil, skipping: Int = 0, limit: Int = window,
    texts: Bool = false, completion: @escaping (Result<PlaylistPage, Refusal>) -> Void
  ) -> LibraryRequest {
    let limit = max(1, min(limit, Self.window))
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      if playlistIndex[name] == nil, ListFormat(fileName: name.utf8) != nil {
        return entries(
          ofPlaylistFile: name, after: cursor, skipping: max(0, skipping), limit: limit, request: request,
          completion: completion)
      }
      read(name, request, completion) { (store, own) throws(StoreError) in
        try store.playlists.contents.entries(
          of: own, after: cursor, skipping: max(0, skipping), limit: limit, texts: texts)
      }
    }
    return request
  }

  /// The long texts of a playlist.
  @discardableResult
  public func texts(
    ofPlaylist name: String, completion: @escaping (Result<PlaylistTexts, Refusal>) -> Void
  ) -> LibraryRequest {
    read(name, completion) { (store, own) throws(StoreError) in try store.playlists.contents.texts(of: own) }
  }

  /// A playlist's own picture; empty where it has none.
  @discardableResult
  public func cover(
    ofPlaylist name: String, completion: @escaping (Result<[UInt8], Refusal>) -> Void
  ) -> LibraryRequest {
    read(name, completion) { (store, own) throws(StoreError) in
      try store.playlists.contents.cover(of: own) ?? []
    }
  }

  /// - Parameter work: gets the playlist's name on its volume; nil: it is not there.
  private func read<Value: Sendable>(
    _ name: String, _ completion: @escaping (Result<Value, Refusal>) -> Void,
    _ work: @escaping @Sendable (VolumeStore, String) throws(StoreError) -> Value?
  ) -> LibraryRequest {
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in self?.read(name, request, completion, work) }
    return request
  }

  /// The same once it is known which playlists there are.
  private func read<Value: Sendable>(
    _ name: String, _ request: LibraryRequest,
    _ completion: @escaping (Result<Value, Refusal>) -> Void,
    _ work: @escaping @Sendable (VolumeStore, String) throws(StoreError) -> Value?
  ) {
    if request.isCancelled { return }
    guard let entry = playlistIndex[name] else {
      return isPlaylistFile(name) { completion(.failure($0 ? .playlistFile(name) : .noSuchPlaylist)) }
    }
    let own = entry.playlist.name
    ask(
      entry.volume, { (store) throws(StoreError) in try work(store, own) }, request: request
    ) { result in
      switch result {
      case .success(let value?): completion(.success(value))
      case .success(nil): completion(.failure(.noSuchPlaylist))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }

  /// Changes a playlist, or makes it. A new one lies on the volume that most of its first tracks lie on, so that it goes
  /// where they go; without any, on the first one.
  ///
  /// - Parameter completion: gets nil once the change would survive a power cut, else why it was not made.
  public func change(
    playlist name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void
  ) {
    self.change(playlist: name, change, inImport: nil, completion: completion)
  }

  /// - Parameter place: of the import that makes the playlist, there and nowhere else.
  func change(
    playlist name: String, _ change: PlaylistChange, inImport place: ImportPlace?,
    completion: @escaping (Refusal?) -> Void
  ) {
    // What is imported gets a name of its own.
    var names = place == nil ? [name] : []
    if case .rename(let new) = change { names.append(new) }
    whenNoFiles(names[...], otherwise: completion) { [weak self] in
      guard let self else { return completion(.volumeGone) }
      do throws(Refusal) {
        try begin(change, of: name, inImport: place, completion)
      } catch {
        completion(error)
      }
    }
  }

  /// Runs `body` once the playlists are known, unless one of the names is a playlist file's: nothing changes that file,
  /// and no playlist of its name may hide it.
  private func whenNoFiles(
    _ names: ArraySlice<String>, otherwise refuse: @escaping (Refusal?) -> Void,
    _ body: @escaping () -> Void
  ) {
    whenPlaylistsAreKnown { [weak self] in
      guard let self else { return refuse(.volumeGone) }
      let names = names.filter { self.possiblePlaylistFile($0) != nil }
      guard let name = names.first else { return body() }
      isPlaylistFile(name) { [weak self] isFile in
        guard !isFile, let self else { return refuse(isFile ? .playlistFile(name) : .volumeGone) }
        whenNoFiles(names.dropFirst(), otherwise: refuse, body)
      }
    }
  }

  private func begin(
    _ change: PlaylistChange, of name: String, inImport place: ImportPlace?,
    _ completion: @escaping (Refusal?) -> Void
  ) throws(Refusal) {
    let entry = playlistIndex[name]
    // One that came from elsewhere may have a longer name here than it could be given.
    guard entry != nil || StoredPlaylist.isValid(newName: name) else { throw .badPlaylistName }
    if case .rename(let new) = change {
      guard StoredPlaylist.isValid(newName: new) else { throw .badPlaylistName }
      guard playlistIndex[new] == nil else { throw .playlistExists }
    }
    let volume: MountedVolume
    if let entry {
      volume = entry.volume
    } else if let place {
      guard let home = open(place.volume) else { throw .volumeGone }
      volume = home
    } else {
      guard let tracks = change.tracksOfNewPlaylist else { throw .noSuchPlaylist }
      guard let home = home(of: tracks) else { throw .noVolume }
      volume = home
    }
    let own = entry?.playlist.name ?? name
    carryOut(on: volume, own, vacating: change.slot, completion) { (store) throws(StoreError) in
      try store.playlists.change(own, change, inImport: place?.step, time: WallClock.synchronised())
    }
  }

  /// Runs a change of the playlist that its volume calls `name` on the volume's store, and reports it.
  /// - Parameter slot: no other playlist has it from then on.
  private func carryOut(
    on volume: MountedVolume, _ name: String, vacating slot: Int? = nil,
    _ completion: @escaping (Refusal?) -> Void,
    _ change: @escaping @Sendable (VolumeStore) throws(StoreError) -> Result<StoredPlaylist?, Refusal>
  ) {
    ask(volume, change) { [weak self] result in
      switch result {
      case .success(.success(let playlist)):
        guard let self else { return completion(nil) }
        changed(name, to: playlist, on: volume)
        vacate(slot, besides: volume, completion)
      case .success(.failure(let refusal)): completion(refusal)
      case .failure(let error): completion(Refusal(error))
      }
    }
  }

  /// Adds tracks to a playlist, or makes it as `change` does. Tracks that are no longer playable are left out.
  ///
  /// - Parameters:
  /// - position: the entry there then follows them; nil: they come at the end.
  /// - onlyNew: tracks that the playlist has already are left out, too.
  /// - completion: as of `change`.
  public func add(
    _ rows: [TrackRow], toPlaylist name: String, at position: Int? = nil, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    whenNoFiles([name], otherwise: completion) { [weak self] in
      guard let self else { return completion(.volumeGone) }
      let entry = playlistIndex[name]
      guard entry != nil || StoredPlaylist.isValid(newName: name) else { return completion(.badPlaylistName) }
      guard let volume = entry?.volume ?? home(of: rows.lazy.map(\.volume)), let id = volume.info?.id else {
        return completion(.noVolume)
      }
      guard rows.count <= Self.mostRowsAdded, rows.allSatisfy({ $0.volume == id }) else {
        return addByReference(rows, toPlaylist: name, at: position, onlyNew: onlyNew, completion: completion)
      }
      let (own, numbers) = (entry?.playlist.name ?? name, rows.map(\.row))
      carryOut(on: volume, own, completion) { (store) throws(StoreError) in
        try store.playlists.add(
          rows: numbers, to: own, at: position, onlyNew: onlyNew, time: WallClock.synchronised())
      }
    }
  }

  /// The paths of more might be longer together than a playlist may be.
  private static let mostRowsAdded = QueueLimits.pathBytes / VolumePath.mostBytes

  /// The same of tracks that are not on the playlist's volume, and of very many.
  private func addByReference(
    _ rows: [TrackRow], toPlaylist name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    catalogue.references(in: rows) { [weak self] result in
      switch result {
      case .success(let found):
        let tracks = found.compactMap(\.self)
        guard let self else { return completion(.volumeGone) }
        guard tracks.reduce(0, { $0 + $1.path.count }) <= QueueLimits.pathBytes else {
          return completion(.playlistFull)
        }
        change(
          playlist: name, onlyNew ? .addNew(tracks, at: position) : .add(tracks, at: position),
          completion: completion)
      case .failure(.system(let what)): completion(.system(what))
      case .failure: completion(.volumeGone)
      }
    }
  }

  /// Where a new playlist is to lie.
  func home(of tracks: [TrackReference]) -> MountedVolume? { home(of: tracks.lazy.map(\.volume)) }

  private func home(of tracks: some Sequence<VolumeID>) -> MountedVolume? {
    var counts: [VolumeID: Int] = [:]
    for volume in tracks { counts[volume, default: 0] += 1 }
    var best: (volume: MountedVolume, count: Int)?
    for volume in ordered {
      guard let id = volume.info?.id else { continue }
      let count = counts[id] ?? 0
      if best.map({ count > $0.count }) ?? true { best = (volume, count) }
    }
    return best?.volume
  }

  // MARK: What is known

  /// Runs `body` in a later turn of the loop, once the playlists of all volumes that are open have been read.
  func whenPlaylistsAreKnown(_ body: @escaping () -> Void) {
    playlistWaiters.append(goingOn(body))
    later { [weak self] in self?.runPlaylistWaiters() }
  }

  private func runPlaylistWaiters() {
    guard ordered.allSatisfy({ $0.playlists != nil }) else { return }
    let waiters = playlistWaiters
    playlistWaiters = []
    for body in waiters { body() }
  }

  var playlistIndex: PlaylistIndex {
    if let known = cachedPlaylists { return known }
    let index = PlaylistIndex(ordered)
    cachedPlaylists = index
    return index
  }

  /// Reads which playlists a volume has: when it has opened, and when its database was rebuilt.
  func readPlaylists(of volume: MountedVolume) {
    ask(
      volume,
      { (store) throws(StoreError) in
        (playlists: try store.playlists.all(), folders: try store.playlists.folders.all())
      }
    ) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, error.kind != .closed {
        tell(.warning("cannot read the playlists on \(volume.path): \(error)"))
      }
      let had = (volume.playlists ?? [], volume.playlistFolders)
      let found = try? result.get()
      volume.playlists = found?.playlists ?? []
      volume.playlistFolders = found?.folders ?? []
      cachedPlaylists = nil
      let isOther = volume.playlists ?? [] != had.0 || volume.playlistFolders != had.1
      if !volume.isLeaving, isOther { tell(.playlistsChanged) }
      runPlaylistWaiters()
    }
  }

  /// A volume has come, has gone, or stands elsewhere in the tree.
  func playlistVolumesChanged(because volume: MountedVolume) {
    cachedPlaylists = nil
    if volume.playlists?.isEmpty == false { tell(.playlistsChanged) }
    later { [weak self] in self?.runPlaylistWaiters() }
  }

  func changed(_ name: String, to playlist: StoredPlaylist?, on volume: MountedVolume) {
    // While all are being read, this change is among them: a store does one thing after the other. Nothing else holds
    // the list meanwhile: it is not copied.
    guard var playlists = volume.playlists.take() else {
      playlistsChanged(on: volume)
      return
    }
    if let slot = playlist?.slot {
      for place in playlists.indices where playlists[place].slot == slot { playlists[place].slot = nil }
    }
    if let folder = playlist?.folder, !hasFolder(folder, volume) {
      volume.playlistFolders.append(folder)
    }
    let place =
      playlists.firstIndex { $0.identity == playlist?.identity }
      ?? playlists.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    switch (place, playlist) {
    case (let place?, let playlist?): playlists[place] = playlist
    case (let place?, nil): playlists.remove(at: place)
    case (nil, let playlist?): playlists.append(playlist)
    case (nil, nil): break
    }
    volume.playlists = playlists
    if place == nil, playlist == nil { return }
    // Most changes are of one alone: to put all in order again takes longer than all else.
    if playlist.map({ cachedPlaylists?.update($0, on: volume) ?? false }) != true { cachedPlaylists = nil }
    playlistsChanged(on: volume)
    tell(.playlistsChanged)
  }

  /// Playlists on other volumes follow files that were moved; those of their own volume have done so. It is done before
  /// the files' rows change: after a cut in between the next scan finds the files moved again, where the other order would
  /// leave the playlists with the old paths.
  ///
  /// - Parameters:
  ///   - tries: how often volumes that are opening are waited for.
  ///   - done: called once they would also after a power cut.
  func followInPlaylists(
    _ files: [(from: [UInt8], to: [UInt8])], on id: VolumeID, tries: Int = 40, then done: @escaping () -> Void
  ) {
    let isOpening = mounted.contains { $0.info == nil && !$0.isLeaving }
    if isOpening, tries > 0 {
      return later(after: .milliseconds(50)) { [weak self] in
        self?.followInPlaylists(files, on: id, tries: tries - 1, then: done)
      }
    }
    whenPlaylistsAreKnown { [weak self] in
      guard let self else { return }
      var pending = 1
      func end() {
        pending -= 1
        if pending == 0 { done() }
      }
      for volume in ordered where volume.info?.id != id && volume.playlists?.isEmpty == false {
        pending += 1
        ask(volume, { (store) throws(StoreError) in try store.playlists.relocateEntries(of: id, files) }) {
          [weak self] result in
          if case .failure(let error) = result, error.kind != .closed {
            self?.tell(
              .warning("cannot update moved files in playlists on \(volume.path): \(error)"))
          }
          end()
        }
      }
      end()
    }
  }
}
