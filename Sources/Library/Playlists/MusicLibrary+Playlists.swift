import Linux
public import Player

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
  ///   - cursor: nil for the first page, else `next` of the page before.
  ///   - skipping: so many entries are left out first.
  ///   - limit: at most so many entries.
  @discardableResult
  public func entries(
    ofPlaylist name: String, after cursor: PlaylistCursor? = nil, skipping: Int = 0, limit: Int = window,
    completion: @escaping (Result<PlaylistPage, PlaylistRefusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    let limit = max(1, min(limit, Self.window))
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      guard let entry = playlistIndex[name] else { return completion(.failure(.noSuchPlaylist)) }
      let own = entry.playlist.name
      ask(
        entry.volume,
        { (store) throws(StoreError) in
          try store.entries(ofPlaylist: own, after: cursor, skipping: max(0, skipping), limit: limit)
        }, request: request
      ) { result in
        switch result {
        case .success(let page?): completion(.success(page))
        case .success(nil): completion(.failure(.noSuchPlaylist))
        case .failure(let error): completion(.failure(PlaylistRefusal(error)))
        }
      }
    }
    return request
  }

  /// Changes a playlist, or makes it. A new one lies on the volume that most of its first tracks lie on, so that it goes
  /// where they go; without any, on the first one.
  ///
  /// - Parameter completion: gets nil once the change would survive a power cut, else why it was not made.
  public func change(
    playlist name: String, _ change: PlaylistChange, completion: @escaping (PlaylistRefusal?) -> Void
  ) {
    whenPlaylistsAreKnown { [weak self] in
      guard let self else { return completion(.volumeGone) }
      do throws(PlaylistRefusal) {
        try begin(change, of: name, completion)
      } catch {
        completion(error)
      }
    }
  }

  private func begin(
    _ change: PlaylistChange, of name: String, _ completion: @escaping (PlaylistRefusal?) -> Void
  ) throws(PlaylistRefusal) {
    let entry = playlistIndex[name]
    // One that came from elsewhere may have a longer name here than it could be given.
    guard entry != nil || StoredPlaylist.isValid(name: name) else { throw .badName }
    if case .rename(let new) = change {
      guard StoredPlaylist.isValid(name: new) else { throw .badName }
      guard playlistIndex[new] == nil else { throw .exists }
    }
    let volume: MountedVolume
    if let entry {
      volume = entry.volume
    } else {
      guard let tracks = change.tracksOfNewPlaylist else { throw .noSuchPlaylist }
      guard let home = home(of: tracks) else { throw .noVolume }
      volume = home
    }
    let own = entry?.playlist.name ?? name
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.change(playlist: own, change, time: WallClock.synchronised())
      }
    ) { [weak self] result in
      switch result {
      case .success(.success(let playlist)):
        self?.changed(own, to: playlist, on: volume)
        completion(nil)
      case .success(.failure(let refusal)): completion(refusal)
      case .failure(let error): completion(PlaylistRefusal(error))
      }
    }
  }

  /// Where a new playlist is to lie.
  private func home(of tracks: [TrackReference]) -> MountedVolume? {
    var counts: [VolumeID: Int] = [:]
    for track in tracks { counts[track.volume, default: 0] += 1 }
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
  private func whenPlaylistsAreKnown(_ body: @escaping () -> Void) {
    playlistWaiters.append(body)
    later { [weak self] in self?.runPlaylistWaiters() }
  }

  private func runPlaylistWaiters() {
    guard ordered.allSatisfy({ $0.playlists != nil }) else { return }
    let waiters = playlistWaiters
    playlistWaiters = []
    for body in waiters { body() }
  }

  private var playlistIndex: PlaylistIndex {
    if let known = cachedPlaylists { return known }
    let index = PlaylistIndex(ordered)
    cachedPlaylists = index
    return index
  }

  /// Reads which playlists a volume has: when it has opened, and when its database was begun anew.
  func readPlaylists(of volume: MountedVolume) {
    ask(volume, { (store) throws(StoreError) in try store.playlists() }) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, error.kind != .closed {
        tell(.warning("the playlists on \(volume.path) can't be read: \(error)"))
      }
      let had = volume.playlists ?? []
      volume.playlists = (try? result.get()) ?? []
      cachedPlaylists = nil
      if !volume.isLeaving, volume.playlists != had { tell(.playlistsChanged) }
      runPlaylistWaiters()
    }
  }

  /// A volume has come, has gone, or stands elsewhere in the tree.
  func playlistVolumesChanged(because volume: MountedVolume) {
    cachedPlaylists = nil
    if volume.playlists?.isEmpty == false { tell(.playlistsChanged) }
    later { [weak self] in self?.runPlaylistWaiters() }
  }

  private func changed(_ name: String, to playlist: StoredPlaylist?, on volume: MountedVolume) {
    var playlists = volume.playlists ?? []
    let place =
      playlists.firstIndex { $0.identity == playlist?.identity }
      ?? playlists.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    switch (place, playlist) {
    case (let place?, let playlist?): playlists[place] = playlist
    case (let place?, nil): playlists.remove(at: place)
    case (nil, let playlist?): playlists.append(playlist)
    case (nil, nil): return
    }
    volume.playlists = playlists
    cachedPlaylists = nil
    tell(.playlistsChanged)
  }

  /// Playlists on other volumes follow files that were moved; those of their own volume have done so.
  func followInPlaylists(_ files: [(from: [UInt8], to: [UInt8])], on id: VolumeID) {
    for volume in ordered where volume.info?.id != id && volume.playlists?.isEmpty == false {
      ask(volume, { (store) throws(StoreError) in try store.relocateEntries(of: id, files) }) {
        [weak self] result in
        if case .failure(let error) = result, error.kind != .closed {
          self?.tell(.warning("playlists on \(volume.path) don't follow files that were moved: \(error)"))
        }
      }
    }
  }
}

extension PlaylistChange {
  /// What a playlist begins with that this makes; nil where it makes none.
  fileprivate var tracksOfNewPlaylist: [TrackReference]? {
    switch self {
    case .add(let tracks, _), .save(let tracks, .create): tracks
    default: nil
    }
  }
}
