import Interchange
import Linux
public import Model

/// The playlists that people keep on their volumes, as one list. Completions are called on the loop, once, unless the
/// request was cancelled.
public final class LibraryPlaylists {
  private unowned let library: MusicLibrary
  public private(set) lazy var files = LibraryPlaylistFiles(library)
  private(set) lazy var removed = RemovedPlaylists(library)
  /// All playlists by their names, until any of them or their volumes change.
  private var cached: PlaylistIndex?
  /// Work that waits until all playlists are known.
  private var waiters: [() -> Void] = []

  init(_ library: MusicLibrary) { self.library = library }

  public var folders: LibraryPlaylistFolders { LibraryPlaylistFolders(library) }
  public var mixSlots: MixSlots { MixSlots(library) }
  public var stations: LibraryStations { LibraryStations(library) }

  private var lovely: LovelySongs { LovelySongs(library) }

  /// All playlists that people keep, in natural order of their names.
  @discardableResult
  public func all(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    whenKnown { [weak self] in if let self { completion(index.entries.map(\.info)) } }
  }

  /// The same, and the one that the jukebox makes if it has songs.
  @discardableResult
  public func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    all { [weak self] in self?.lovely.added(to: $0, isCounted: false, completion: completion) }
  }

  /// As `playlists`, with the numbers of their songs, and how long those play.
  @discardableResult
  public func countedPlaylists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    let request = LibraryRequest()
    return whenKnown(request) { [weak self] in
      guard let self else { return }
      PlaylistLengthReader(library).read(request) { [weak self] lengths in
        guard let self else { return }
        var reports = index.entries.map(\.info)
        for place in reports.indices {
          reports[place].length = lengths[reports[place].identity] ?? PlaylistLength()
        }
        lovely.added(to: reports, isCounted: true, completion: completion)
      }
    }
  }

  /// Reads the present songs of the playlist that the jukebox makes, the loveliest first.
  public func lovelySongs(completion: @escaping Completion<[TrackReference]>) {
    lovely.tracks(completion: completion)
  }

  /// Some of a playlist's entries.
  ///
  /// - Parameters:
  /// - after: nil for the first page, else `next` of the page before.
  /// - skipping: number of entries to leave out first.
  /// - limit: maximum number of entries.
  /// - texts: whether notes and the like are wanted.
  /// - name: of a playlist, or the URI of a playlist file, which is read again with each first page.
  @discardableResult
  public func entries(
    of name: String, after: Cursor? = nil, skipping: Int = 0, limit: Int = MusicLibrary.window,
    texts: Bool = false, completion: @escaping Completion<PlaylistEntries>
  ) -> Query {
    let limit = max(1, min(limit, MusicLibrary.window))
    let (request, cursor) = (LibraryRequest(), PlaylistCursor(after))
    return whenKnown(request) { [weak self] in
      guard let self else { return }
      if lovely.isMeant(name) {
        return lovely.entries(after: after, skipping: skipping, limit: limit) {
          if !request.isCancelled { completion($0) }
        }
      }
      if index[name] == nil, ListFormat(fileName: name.utf8) != nil {
        return files.entries(
          of: name, after: cursor, skipping: max(0, skipping), limit: limit, request: request,
          completion: completion)
      }
      let complete = { [weak self] (found: Result<PlaylistEntries, Refusal>) in
        guard let self, case .success(let page) = found else { return completion(found) }
        library.podcasts.replaceDeleted(in: page, request) { completion(.success($0)) }
      }
      read(name, request, complete) { (store, own) throws(StoreError) in
        try store.playlists.contents.entries(
          of: own, after: cursor, skipping: max(0, skipping), limit: limit, texts: texts)
      }
    }
  }

  /// The long texts of a playlist.
  @discardableResult
  public func texts(of name: String, completion: @escaping Completion<PlaylistTexts>) -> Query {
    read(name, completion, lovely: { $0.texts(completion: completion) }) { (store, own) throws(StoreError) in
      try store.playlists.contents.texts(of: own)
    }
  }

  /// A playlist's own picture; empty where it has none.
  @discardableResult
  public func cover(of name: String, completion: @escaping Completion<[UInt8]>) -> Query {
    read(name, completion, lovely: { _ in completion(.success([])) }) { (store, own) throws(StoreError) in
      try store.playlists.contents.cover(of: own) ?? []
    }
  }

  /// - Parameters:
  ///   - lovely: answers in place of `work` for the playlist that the jukebox makes.
  ///   - work: gets the playlist's name on its volume; nil: it is not there.
  private func read<Value: Sendable>(
    _ name: String, _ completion: @escaping Completion<Value>, lovely answer: @escaping (LovelySongs) -> Void,
    _ work: @escaping @Sendable (VolumeStore, String) throws(StoreError) -> Value?
  ) -> Query {
    let request = LibraryRequest()
    return whenKnown(request) { [weak self] in
      guard let self else { return }
      if lovely.isMeant(name) { return answer(lovely) }
      read(name, request, completion, work)
    }
  }

  /// The same once it is known which playlists there are.
  private func read<Value: Sendable>(
    _ name: String, _ request: LibraryRequest,
    _ completion: @escaping Completion<Value>,
    _ work: @escaping @Sendable (VolumeStore, String) throws(StoreError) -> Value?
  ) {
    guard let entry = index[name] else {
      return files.has(name) { completion(.failure($0 ? .playlistFile(name) : .noSuchPlaylist)) }
    }
    let own = entry.playlist.name
    library.ask(
      entry.volume, { (store) throws(StoreError) in try work(store, own) }, request: request
    ) { completion($0.refused(missing: .noSuchPlaylist)) }
  }

  /// Changes a playlist, or makes it. A new one lies on the volume that most of its first tracks lie on, so that it goes
  /// where they go; without any, on the first one.
  ///
  /// - Parameter completion: gets nil once the change would survive a power cut, else why it was not made.
  public func change(
    _ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void
  ) {
    var names = [name]
    if case .rename(let new) = change { names.append(new) }
    whenNoFiles(names, otherwise: completion) { [weak self] in
      guard let self else { return completion(.volumeGone) }
      do throws(Refusal) {
        try begin(change, of: name, completion)
      } catch {
        completion(error)
      }
    }
  }

  /// Makes a playlist under a free name, with a number at its end where it is taken.
  /// - Parameters:
  ///   - tries: how often another one may get the name meanwhile.
  ///   - completion: gets the name once the playlist would survive a power cut.
  package func make(
    _ entries: [PlaylistEntry], like name: String, tries: Int = 3, completion: @escaping Completion<String>
  ) {
    whenKnown { [weak self] in
      guard let self else { return completion(.failure(.volumeGone)) }
      let free = StoredPlaylist.freeName(like: name) {
        StoredPlaylist.isReserved(name: $0) || self.index[$0] != nil
      }
      do throws(Refusal) {
        try begin(.write(entries, .create, []), of: free) {
          guard $0 == .playlistExists, tries > 1 else {
            return completion($0.map { .failure($0) } ?? .success(free))
          }
          self.make(entries, like: name, tries: tries - 1, completion: completion)
        }
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Removes a playlist so that `restore` can bring it back for `RemovedPlaylists.patience`. Its name is free at once.
  /// - Parameter completion: gets nil once it is away, else why it is not.
  public func remove(_ name: String, completion: @escaping (Refusal?) -> Void) {
    whenNoFiles([name], otherwise: completion) { [weak self] in
      guard let self, let entry = index[name] else { return completion(.noSuchPlaylist) }
      removed.add(entry.playlist, named: name, on: entry.volume)
      _ = entry.volume.playlists.replace(entry.playlist.name, by: nil)
      listChanged()
      completion(nil)
    }
  }

  /// Brings back a playlist that was removed under a name.
  /// - Parameter completion: gets nil once it is there again, else why it is not.
  public func restore(_ name: String, completion: @escaping (Refusal?) -> Void) {
    let refusal = Refusal.failed(
      .nothingToUndo, "No playlist of this name was removed a moment ago", about: name)
    whenKnown { [weak self] in
      guard let self, index[name] == nil, let (known, volume) = removed.take(name) else {
        return completion(refusal)
      }
      bringBack(known.name, on: volume) { completion($0 ? nil : refusal) }
    }
  }

  /// - Parameter completion: gets whether it is in its database.
  private func bringBack(
    _ own: String, on volume: MountedVolume, _ completion: @escaping (Bool) -> Void
  ) {
    // Later changes, such as of its mix slot, are in its database alone.
    library.ask(volume, { (store) throws(StoreError) in try store.playlists.named(own)?.playlist }) {
      [weak self] result in
      guard case .success(let playlist?) = result else { return completion(false) }
      self?.changed(own, to: playlist, on: volume)
      completion(true)
    }
  }

  /// Runs `body` once the playlists are known, unless one of the names is a playlist file's: nothing changes that file,
  /// and no playlist of its name may hide it.
  private func whenNoFiles(
    _ names: [String], otherwise refuse: @escaping (Refusal?) -> Void,
    _ body: @escaping () -> Void
  ) {
    whenKnown { [weak self] in
      guard let self else { return refuse(.volumeGone) }
      if let name = names.first, lovely.isMeant(name) { return refuse(.ownPlaylist(name)) }
      if let name = names.last, lovely.isMeant(name) { return refuse(.ownPlaylistName(name)) }
      files.first(of: names) { if let file = $0 { refuse(.playlistFile(file)) } else { body() } }
    }
  }

  private func begin(
    _ change: PlaylistChange, of name: String, _ completion: @escaping (Refusal?) -> Void
  ) throws(Refusal) {
    let entry = index[name]
    // One that came from elsewhere may have a longer name here than it could be given.
    guard entry != nil || StoredPlaylist.isValid(newName: name) else { throw .badPlaylistName }
    if case .rename(let new) = change {
      guard StoredPlaylist.isValid(newName: new) else { throw .badPlaylistName }
      guard index[new] == nil else { throw .playlistExists }
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
    if entry == nil { removed.free(name) }
    if case .rename(let new) = change { removed.free(new) }
    carryOut(on: volume, own, vacating: change.slot, completion) { (store) throws(StoreError) in
      try store.playlists.change(own, change, time: WallClock.synchronised())
    }
  }

  /// Runs a change of the playlist that its volume calls `name` on the volume's store, and reports it.
  /// - Parameter slot: no other playlist has it from then on.
  private func carryOut(
    on volume: MountedVolume, _ name: String, vacating slot: Int? = nil,
    _ completion: @escaping (Refusal?) -> Void,
    _ change: @escaping @Sendable (VolumeStore) throws(StoreError) -> Result<StoredPlaylist?, Refusal>
  ) {
    library.ask(volume, change) { [weak self] result in
      switch result.refused() {
      case .success(let playlist):
        guard let self else { return completion(nil) }
        changed(name, to: playlist, on: volume)
        mixSlots.vacate(slot, besides: volume, completion)
      case .failure(let refusal): completion(refusal)
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
    _ rows: [TrackRow], to name: String, at position: Int? = nil, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    whenNoFiles([name], otherwise: completion) { [weak self] in
      guard let self else { return completion(.volumeGone) }
      let entry = index[name]
      guard entry != nil || StoredPlaylist.isValid(newName: name) else { return completion(.badPlaylistName) }
      guard let volume = entry?.volume ?? home(of: rows.lazy.map(\.volume)), let id = volume.info?.id else {
        return completion(.noVolume)
      }
      if entry == nil { removed.free(name) }
      guard rows.count <= Self.mostRowsAdded, rows.allSatisfy({ $0.volume == id }) else {
        return addByReference(rows, to: name, at: position, onlyNew: onlyNew, completion: completion)
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
    _ rows: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    library.catalogue.references(in: rows) { [weak self] result in
      switch result {
      case .success(let found):
        let tracks = found.compactMap(\.self)
        guard let self else { return completion(.volumeGone) }
        guard tracks.reduce(0, { $0 + $1.path.count }) <= QueueLimits.pathBytes else {
          return completion(.playlistFull)
        }
        change(
          name, onlyNew ? .addNew(tracks, at: position) : .add(tracks, at: position),
          completion: completion)
      case .failure(.system(let what)): completion(.system(what))
      case .failure: completion(.volumeGone)
      }
    }
  }

  /// Returns the volume for a new playlist: the one with most of its tracks.
  func home(of tracks: [TrackReference]) -> MountedVolume? { home(of: tracks.lazy.map(\.volume)) }

  private func home(of tracks: some Sequence<VolumeID>) -> MountedVolume? {
    var counts: [VolumeID: Int] = [:]
    for volume in tracks { counts[volume, default: 0] += 1 }
    var best: (volume: MountedVolume, count: Int)?
    for volume in library.ordered {
      guard let id = volume.info?.id else { continue }
      let count = counts[id] ?? 0
      if best.map({ count > $0.count }) ?? true { best = (volume, count) }
    }
    return best?.volume
  }

  // MARK: Known playlists

  /// Runs `body` in a later turn of the loop, once the playlists of all volumes that are open have been read, unless the
  /// request is cancelled until then.
  @discardableResult
  func whenKnown(
    _ request: LibraryRequest = LibraryRequest(), _ body: @escaping () -> Void
  ) -> Query {
    let goOn = library.goingOn { (_: Void) in if !request.isCancelled { body() } }
    waiters.append { goOn(()) }
    library.later { [weak self] in self?.runWaiters() }
    return request
  }

  private func runWaiters() {
    guard library.ordered.allSatisfy({ $0.playlists.all != nil }) else { return }
    let ready = waiters
    waiters = []
    for body in ready { body() }
  }

  var index: PlaylistIndex {
    if let known = cached { return known }
    let index = PlaylistIndex(library.ordered)
    cached = index
    return index
  }

  /// Reads which playlists a volume has: when it has opened, and when its database was rebuilt.
  func read(_ volume: MountedVolume) {
    library.ask(
      volume,
      { (store) throws(StoreError) in
        (playlists: try store.playlists.all(), folders: try store.playlists.folders.all())
      }
    ) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, error.kind != .closed {
        library.tell(.warning("cannot read the playlists on \(volume.path): \(error)"))
      }
      // One whose database was rebuilt had others.
      let had = volume.playlists
      var found = try? result.get()
      found?.playlists.removeAll { self.removed.has($0.identity) }
      volume.playlists.set(found)
      cached = nil
      let isOther = volume.playlists.all != had.all ?? [] || volume.playlists.folders != had.folders
      if !volume.isLeaving, isOther { library.tell(.playlistsChanged) }
      runWaiters()
    }
  }

  /// A volume has come, has gone, or stands elsewhere in the tree.
  func volumesChanged(because volume: MountedVolume) {
    cached = nil
    if volume.playlists.all?.isEmpty == false { library.tell(.playlistsChanged) }
    library.later { [weak self] in self?.runWaiters() }
  }

  /// Takes what a change has made of the playlist that its volume calls `name`; nil: it was deleted.
  func changed(_ name: String, to playlist: StoredPlaylist?, on volume: MountedVolume) {
    // While all are being read, this change is among them: a store does one thing after the other.
    guard volume.playlists.all != nil, !removed.has(playlist?.identity) else {
      return tellOfEdit(on: volume)
    }
    guard volume.playlists.replace(name, by: playlist) else { return }
    // Most changes are of one alone: to put all in order again takes longer than all else.
    if playlist.map({ cached?.update($0, on: volume) ?? false }) != true { cached = nil }
    tellOfEdit(on: volume)
    library.tell(.playlistsChanged)
  }

  private func tellOfEdit(on volume: MountedVolume) {
    if let id = volume.info?.id { library.tell(.playlistEdited(id)) }
  }

  /// The folders of a volume have changed, or a slot.
  func listChanged() {
    cached = nil
    library.tell(.playlistsChanged)
  }

  /// Several playlists have changed at once: a request from now on waits until they are read.
  package func renew(_ volume: MountedVolume) {
    volume.playlists.forget()
    listChanged()
    read(volume)
  }

  /// Playlists on other volumes follow files that were moved; those of their own volume have done so. It is done before
  /// the files' rows change: after a cut in between the next scan finds the files moved again, where the other order would
  /// leave the playlists with the old paths.
  ///
  /// - Parameters:
  ///   - tries: how often volumes that are opening are waited for.
  ///   - done: called once they would also after a power cut.
  func follow(
    _ files: [(from: [UInt8], to: [UInt8])], on id: VolumeID, tries: Int = 40, then done: @escaping () -> Void
  ) {
    let isOpening = library.mounted.contains { $0.info == nil && !$0.isLeaving }
    if isOpening, tries > 0 {
      return library.later(after: .milliseconds(50)) { [weak self] in
        self?.follow(files, on: id, tries: tries - 1, then: done)
      }
    }
    whenKnown { [weak self] in
      guard let self else { return }
      var pending = 1
      func end() {
        pending -= 1
        if pending == 0 { done() }
      }
      for volume in library.ordered where volume.info?.id != id && volume.playlists.all?.isEmpty == false {
        pending += 1
        library.ask(
          volume, { (store) throws(StoreError) in try store.playlists.relocateEntries(of: id, files) }
        ) {
          [weak self] result in
          if case .failure(let error) = result, error.kind != .closed {
            self?.library.tell(
              .warning("cannot update moved files in playlists on \(volume.path): \(error)"))
          }
          end()
        }
      }
      end()
    }
  }
}
