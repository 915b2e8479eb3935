import Interchange
import Linux
public import Model

/// Playlists that are podcasts. Completions are called on the loop, once.
public struct LibraryPodcasts {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// All podcasts, in the order of the volumes.
  public func all(completion: @escaping ([PodcastReport]) -> Void) {
    library.playlists.whenKnown {
      each({ (store) throws(StoreError) in try store.podcasts.all() }) { found in
        completion(
          found.flatMap { volume, reports in
            reports.compactMap { report in
              // Another volume's may have the name.
              guard let name = name(of: report.playlist, on: volume) else { return nil }
              var report = report
              report.playlist = name
              return report
            }
          })
      }
    }
  }

  /// Adds the episodes of a feed that its playlist never had; a playlist of the feed's title is made for a new one.
  ///
  /// - Parameters:
  ///   - name: of a new playlist; nil: the feed's title, with a number where another playlist is called so. A feed that
  ///     has a playlist of another name is refused.
  ///   - completion: gets the name of the playlist and how many episodes are new, once that would survive a power cut.
  public func update(
    _ feed: ListedPodcast, name: String?,
    completion: @escaping Completion<(playlist: String, added: Int)>
  ) {
    library.playlists.whenKnown {
      each({ (store) throws(StoreError) in try store.podcasts.all() }) { found in
        for (volume, reports) in found {
          guard let known = reports.first(where: { $0.url == feed.url }) else { continue }
          let own = self.name(of: known.playlist, on: volume) ?? known.playlist
          if let refusal = Self.refusal(of: name, for: own) { return completion(.failure(refusal)) }
          return update(feed, playlist: known.playlist, on: volume, exists: true, completion)
        }
        do throws(Refusal) {
          guard let home = library.playlists.home(of: []) else { throw .noVolume }
          let name = try name.map { name throws(Refusal) in
            guard StoredPlaylist.isValid(newName: name) else { throw .badPlaylistName }
            guard library.playlists.index[name] == nil else { throw .playlistExists }
            return name
          }
          update(feed, playlist: name ?? freeName(feed.title), on: home, exists: false, completion)
        } catch {
          completion(.failure(error))
        }
      }
    }
  }

  /// A feed has one playlist, which is renamed as any other one.
  ///
  /// - Returns: nil where `name` is the playlist's own.
  public static func refusal(of name: String?, for playlist: String) -> Refusal? {
    guard let name, !playlist.utf8.elementsEqual(name.utf8) else { return nil }
    return .failed(
      .alreadyExists, "The feed is subscribed already, as the playlist \(playlist)", about: playlist)
  }

  /// Notes why a feed could not be read.
  public func note(_ problem: String?, of url: String) {
    each({ (store) throws(StoreError) in
      try store.podcasts.note(problem, of: url, time: problem == nil ? WallClock.synchronised() : nil)
    }) { _ in }
  }

  private struct Updated {
    let moved: [TrackReference: TrackReference]
    let result: Result<(playlist: StoredPlaylist?, added: Int), Refusal>
  }

  private func update(
    _ feed: ListedPodcast, playlist own: String, on volume: MountedVolume, exists: Bool,
    _ completion: @escaping Completion<(playlist: String, added: Int)>
  ) {
    library.ask(
      volume,
      { (store) throws(StoreError) -> Updated in
        let time = WallClock.synchronised()
        let podcasts = store.podcasts
        let moved = try podcasts.follow(feed)
        let new = try podcasts.new(feed)
        let entries = new.map { PlaylistEntry($0, of: feed) }
        let change: PlaylistChange = exists ? .insert(entries, at: 0) : .write(entries, .create, [])
        let result =
          exists && new.isEmpty
          ? .success(try store.playlists.named(own)?.playlist)
          : try store.playlists.change(own, change, time: time) { (row, _) throws(StoreError) in
            try podcasts.store(feed, new: new, playlist: row)
          }
        let problem =
          feed.isDamaged ? "the feed is damaged: \(feed.episodes.count) episodes were readable" : nil
        try podcasts.note(problem, of: feed.url, time: time)
        return Updated(moved: moved, result: result.map { ($0, new.count) })
      }
    ) { result in
      // Queue and player follow, as they follow files.
      if case .success(let updated) = result, !updated.moved.isEmpty {
        library.tell(.moved(updated.moved))
        library.tell(.playlistsChanged)
      }
      switch result.map(\.result).refused() {
      case .success(let (playlist, added)):
        if added > 0 || !exists { library.playlists.changed(own, to: playlist, on: volume) }
        completion(.success((name(of: own, on: volume) ?? own, added)))
      case .failure(let refusal): completion(.failure(refusal))
      }
    }
  }

  private func freeName(_ title: String) -> String {
    let clean = String(title.map { $0 == "/" ? "-" : $0 })
    var name = clean
    while name.utf8.count > 200 { name.removeLast() }
    if !StoredPlaylist.isValid(newName: name) { name = "Podcast" }
    guard library.playlists.index[name] != nil else { return name }
    return (2...).lazy.map { "\(name) (\($0))" }.first { library.playlists.index[$0] == nil } ?? name
  }

  private func name(of own: String, on volume: MountedVolume) -> String? {
    library.playlists.index.entries.first {
      $0.volume === volume && $0.playlist.name.utf8.elementsEqual(own.utf8)
    }?.info.name
  }

  // MARK: Listening

  /// Counts a playing of a URL, if it is an episode.
  func count(_ report: HeardReport, _ url: String) {
    each({ (store) throws(StoreError) in
      try store.podcasts.count(report, url: url, time: WallClock.synchronised())
    }) { _ in
      if report.isPlayed { library.tell(.noted(.notedPlaylist)) }
    }
  }

  /// Counts a playing of a file, if an episode was fetched to it.
  func count(_ report: HeardReport) {
    guard report.isPlayed else { return }
    library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.podcasts.count(report, file: report.track, time: WallClock.synchronised())
    } completion: { found in
      if found.contains(where: { (try? $0.1.get()) == true }) { library.tell(.noted(.notedPlaylist)) }
    }
  }

  /// Marks episodes as heard or as new, from their beginning.
  /// - Parameter completion: gets why a volume that has some of them could not store it.
  public func mark(_ urls: [String], isHeard: Bool, completion: @escaping (Refusal?) -> Void) {
    library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.podcasts.mark(urls, isHeard: isHeard)
    } completion: { found in
      library.tell(.playlistsChanged)
      // A volume that never opened has none of them.
      completion(found.compactMap(\.result.failure).first { $0.kind != .closed }.map { Refusal($0) })
    }
  }

  /// Whether a URL is an episode of a podcast, and where it was left.
  func resume(of url: String, completion: @escaping Completion<FolderResume>) {
    each({ (store) throws(StoreError) in try store.podcasts.resume(of: url) }) { found in
      completion(found.compactMap(\.value).first.map { .success($0) } ?? .failure(.noSuchDirectory))
    }
  }

  func store(_ point: FolderPoint, of url: String, completion: @escaping (StoreError?) -> Void) {
    each({ (store) throws(StoreError) in try store.podcasts.keep(point, url: url) }) { _ in
      completion(nil)
    }
  }

  /// The entries of podcasts that are this episode are a file from now on.
  public func fetched(_ url: String, to file: TrackReference, completion: @escaping () -> Void) {
    each({ (store) throws(StoreError) in
      try store.podcasts.fetched(
        url, to: file.path, on: store.identity == file.volume ? nil : file.volume)
      return try store.podcasts.resume(of: url)
    }) { found in
      if let episode = found.compactMap(\.value).first { library.tell(.fetched(episode)) }
      library.tell(.playlistsChanged)
      completion()
    }
  }

  /// Has episodes whose files were deleted be what they were before they were fetched.
  func replaceDeleted(
    in page: PlaylistEntries, _ request: LibraryRequest, completion: @escaping (PlaylistEntries) -> Void
  ) {
    let files = page.entries.map { $0.episode?.source == nil ? nil : $0.track }
    guard files.contains(where: { $0 != nil }) else { return completion(page) }
    library.gather(of: files, request: request) { (store, paths) throws(StoreError) in
      try store.podcasts.areGone(paths)
    } completion: { gone in
      var page = page
      for (place, isGone) in gone.enumerated() where isGone == true {
        guard let source = page.entries[place].episode?.source else { continue }
        page.entries[place].track = source
        page.places[place] = nil
      }
      completion(page)
    }
  }

  /// Runs `work` on every volume; leaves out the results of volumes that can't be read.
  private func each<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    completion: @escaping ([(volume: MountedVolume, value: Value)]) -> Void
  ) {
    library.sweep(library.ordered, work) { found in
      completion(found.compactMap { volume, result in (try? result.get()).map { (volume, $0) } })
    }
  }
}

extension PlaylistEntry {
  fileprivate init(_ episode: ListedPodcast.Episode, of feed: ListedPodcast) {
    // All texts of an entry have some 900 bytes together.
    func cut(_ text: String, to bytes: Int) -> String {
      var text = Substring(text.prefix(bytes))
      while text.utf8.count > bytes { text.removeLast() }
      return String(text)
    }
    let name = cut(feed.title, to: 150)
    var told = [SourceMetadata(.artist, name), SourceMetadata(.album, name)]
    if let title = episode.title, !title.isEmpty {
      told.insert(SourceMetadata(.title, cut(title, to: 500)), at: 0)
    }
    if let time = episode.published { told.append(SourceMetadata(.date, ISODate.day(time))) }
    self.init(episode.track, told: told)
  }
}
