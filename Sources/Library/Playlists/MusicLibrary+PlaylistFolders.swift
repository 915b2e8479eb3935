import Linux
public import Model

/// Folders of playlists and mix slots, over all volumes: folders of one name are one folder.
extension MusicLibrary {
  /// The names of all folders, in natural order.
  @discardableResult
  public func playlistFolders(completion: @escaping ([String]) -> Void) -> LibraryRequest {
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      completion(folderNames)
    }
    return request
  }

  private var folderNames: [String] {
    // By their bytes: texts that only look alike are names of their own.
    let names = Set(ordered.flatMap { $0.playlistFolders.map { Array($0.utf8) } })
    let keyed = names.map { (key: NaturalKey.ofFolder(name: $0, in: []), name: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  func hasFolder(_ name: String, _ volume: MountedVolume) -> Bool {
    volume.playlistFolders.contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// Makes a folder on the first volume, or changes one on each volume that has it.
  ///
  /// - Parameter completion: gets nil once the change would survive a power cut, else why it was not made.
  public func change(
    playlistFolder name: String, _ change: PlaylistFolderChange,
    completion: @escaping (Refusal?) -> Void
  ) {
    whenPlaylistsAreKnown { [weak self] in
      guard let self else { return completion(.volumeGone) }
      do throws(Refusal) {
        try begin(change, of: name, completion)
      } catch {
        completion(error)
      }
    }
  }

  private func begin(
    _ change: PlaylistFolderChange, of name: String, _ completion: @escaping (Refusal?) -> Void
  ) throws(Refusal) {
    let homes = ordered.filter { hasFolder(name, $0) }
    func isFree(_ name: String) -> Bool { !ordered.contains { hasFolder(name, $0) } }
    switch change {
    case .make:
      guard StoredPlaylist.isValid(newName: name) else { throw .badPlaylistName }
      guard homes.isEmpty else { throw .playlistFolderExists }
      guard let first = ordered.first else { throw .noVolume }
      return make(change, of: name, on: [first][...], completion)
    case .rename(let new):
      guard StoredPlaylist.isValid(newName: new) else { throw .badPlaylistName }
      guard !homes.isEmpty else { throw .noSuchPlaylistFolder }
      guard isFree(new) else { throw .playlistFolderExists }
    case .remove:
      guard !homes.isEmpty else { throw .noSuchPlaylistFolder }
    }
    make(change, of: name, on: homes[...], completion)
  }

  /// One volume after the other.
  private func make(
    _ change: PlaylistFolderChange, of name: String, on volumes: ArraySlice<MountedVolume>,
    _ completion: @escaping (Refusal?) -> Void
  ) {
    guard let volume = volumes.first else { return completion(nil) }
    ask(volume, { (store) throws(StoreError) in try store.playlists.folders.change(name, change) }) {
      [weak self] result in
      guard let self else { return completion(.volumeGone) }
      switch result {
      case .success(nil):
        changed(folder: name, change, on: volume)
        make(change, of: name, on: volumes.dropFirst(), completion)
      case .success(let refusal): completion(refusal)
      case .failure(let error): completion(Refusal(error))
      }
    }
  }

  private func changed(folder name: String, _ change: PlaylistFolderChange, on volume: MountedVolume) {
    let new: String?
    switch change {
    case .make:
      new = name
      volume.playlistFolders.append(name)
    case .rename(let other): new = other
    case .remove: new = nil
    }
    if case .make = change {
    } else {
      volume.playlistFolders.removeAll { $0.utf8.elementsEqual(name.utf8) }
      if let new { volume.playlistFolders.append(new) }
      for place in (volume.playlists ?? []).indices
      where volume.playlists?[place].folder.map({ $0.utf8.elementsEqual(name.utf8) }) == true {
        volume.playlists?[place].folder = new
      }
    }
    cachedPlaylists = nil
    tell(.playlistsChanged)
  }

  // MARK: Mix slots

  /// Puts a track into the playlist that a mix slot fills, or takes it out where it is in it. Where no playlist has the
  /// slot, `Mix N` gets it, which is made on the track's volume if it is not there; nothing is taken out of that one.
  ///
  /// - Parameter completion: gets what has come of it once that would survive a power cut.
  public func mix(
    _ track: TrackReference, slot: Int, completion: @escaping (Result<MixOutcome, Refusal>) -> Void
  ) {
    whenPlaylistsAreKnown { [weak self] in
      guard let self else { return completion(.failure(.volumeGone)) }
      let usual = "Mix \(slot)"
      let entry = playlistIndex.entries.first { $0.info.slot == slot } ?? playlistIndex[usual]
      guard let volume = entry?.volume ?? home(of: [track]) else { return completion(.failure(.noVolume)) }
      let own = entry?.playlist.name ?? usual
      ask(
        volume,
        { (store) throws(StoreError) in
          try store.playlists.mix(track, into: own, slot: slot, time: WallClock.synchronised())
        }
      ) { [weak self] result in
        switch result {
        case .success(.success(let mixed)):
          var outcome = mixed.outcome
          outcome.playlist = entry?.info.name ?? usual
          guard let self else { return completion(.success(outcome)) }
          outcome.uri = uri(of: track) ?? EscapedName.text(for: track.path)
          changed(own, to: mixed.playlist, on: volume)
          // A later one on another volume keeps the slot for the time when the volumes are apart again.
          vacate(entry?.info.slot == slot ? nil : slot, besides: volume) { refusal in
            completion(refusal.map { .failure($0) } ?? .success(outcome))
          }
        case .success(.failure(let refusal)): completion(.failure(refusal))
        case .failure(let error): completion(.failure(Refusal(error)))
        }
      }
    }
  }

  /// The name by which a playlist is known now; nil while its volume is away, or where it was deleted.
  public func name(ofPlaylist identity: PlaylistID, completion: @escaping (String?) -> Void) {
    whenPlaylistsAreKnown { [weak self] in
      completion(self?.playlistIndex.entries.first { $0.info.identity == identity }?.info.name)
    }
  }

  /// A slot fills only one playlist, on any volume.
  ///
  /// - Parameters:
  /// - slot: nil: nothing is to be done.
  /// - completion: gets nil once no playlist on another volume has it, also after a power cut.
  func vacate(_ slot: Int?, besides kept: MountedVolume, _ completion: @escaping (Refusal?) -> Void) {
    guard let slot else { return completion(nil) }
    guard ordered.allSatisfy({ $0.playlists != nil }) else {
      return whenPlaylistsAreKnown { [weak self] in
        guard let self else { return completion(nil) }
        vacate(slot, besides: kept, completion)
      }
    }
    let other = ordered.first { volume in
      volume !== kept && volume.playlists?.contains { $0.slot == slot } == true
    }
    guard let volume = other else { return completion(nil) }
    ask(
      volume,
      { (store) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.playlists.vacate(slot: slot, in: transaction)
        }
      }
    ) { [weak self] result in
      // With a volume that has left, its playlists have left.
      if case .failure(let error) = result, error.kind != .closed { return completion(.system("\(error)")) }
      guard let self else { return completion(nil) }
      for place in (volume.playlists ?? []).indices where volume.playlists?[place].slot == slot {
        volume.playlists?[place].slot = nil
      }
      cachedPlaylists = nil
      tell(.playlistsChanged)
      vacate(slot, besides: kept, completion)
    }
  }
}
