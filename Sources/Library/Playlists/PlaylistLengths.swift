public import Model

/// What a window of the entries of a volume's playlists adds to their lengths.
struct PlaylistLengths: Sendable {
  /// An entry whose track is on another volume.
  struct Elsewhere: Sendable {
    let playlist: PlaylistID
    let region: Region
    let track: TrackReference
  }

  var known: [PlaylistID: PlaylistLength] = [:]
  var elsewhere: [Elsewhere] = []
  /// Where the next window begins; nil at the end.
  var next: Int64?
}

extension VolumeStore {
  func playlistLengths(after: Int64, limit: Int) throws(StoreError) -> PlaylistLengths {
    var found = PlaylistLengths()
    var lengths: [Int64: PlaylistLength] = [:]
    var elsewhere: [(playlist: Int64, region: Region, track: TrackReference)] = []
    var streams: [(playlist: Int64, region: Region, url: [UInt8])] = []
    var (last, count) = (after, 0)
    // No row of `tracks` is read, since the index has the lengths.
    try connection.forEach(
      """
      SELECT e.id, e.playlist, e.start_us, e.end_us, e.gain, e.crossfade_us, t.duration_us, e.volume, e.path
      FROM playlist_entries e LEFT JOIN tracks t INDEXED BY track_lengths ON t.id = e.track AND t.state = 0
      WHERE e.id > ?1 ORDER BY e.id LIMIT ?2
      """, .integer(after), .number(limit)
    ) { (row) throws(StoreError) in
      last = try row.integer(0)
      count += 1
      let playlist = try row.integer(1)
      let region = try row.region(2)
      if let bytes = try row.optionalBlob(7), let volume = VolumeID(bytes: bytes), volume != identity {
        let path = try row.blob(8)
        if volume == .network { return streams.append((playlist, region, path)) }
        guard VolumePath.isValid(path) else { throw foreignEntry }
        elsewhere.append((playlist, region, TrackReference(volume: volume, path: path)))
      } else {
        let duration = try row.optionalInteger(6, as: Int64.self).map {
          Duration.microseconds(Self.counted($0))
        }
        lengths[playlist, default: PlaylistLength()].add(region, of: duration)
      }
    }
    for (playlist, region, url) in streams {
      let length = try podcasts.length(of: url, in: playlist)
      lengths[playlist, default: PlaylistLength()].add(region, of: length)
    }
    var identities: [Int64: PlaylistID] = [:]
    for playlist in Set(lengths.keys).union(elsewhere.map(\.playlist)) {
      identities[playlist] =
        try connection.first(
          "SELECT identity FROM playlists WHERE id = ?1", .integer(playlist)
        ) { (row) throws(StoreError) in PlaylistID(bytes: try row.blob(0)) } ?? nil
    }
    for (playlist, length) in lengths { if let id = identities[playlist] { found.known[id] = length } }
    found.elsewhere = elsewhere.compactMap { entry in
      identities[entry.playlist].map { .init(playlist: $0, region: entry.region, track: entry.track) }
    }
    found.next = count < limit ? nil : last
    return found
  }

  /// How long the playable tracks at `paths` are, in their order; nil where that is unknown.
  func durations(at paths: [[UInt8]]) throws(StoreError) -> [Duration?] {
    var found: [Duration?] = []
    for path in paths {
      let (folderPath, name) = VolumePath.split(path)
      guard let folder = try folder(folderPath)?.id else {
        found.append(nil)
        continue
      }
      let duration = try connection.first(
        "SELECT duration_us FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(folder),
        .blob(name)
      ) { (row) throws(StoreError) in
        try row.optionalInteger(0, as: Int64.self).map { Duration.microseconds(Self.counted($0)) }
      }
      found.append(duration ?? nil)
    }
    return found
  }
}

extension MusicLibrary {
  /// Entries that one job of a store thread adds up.
  private static let lengthWindow = 10_000

  /// All playlists, in natural order of their names, and how much each has.
  @discardableResult
  public func countedPlaylists(
    completion: @escaping ([(playlist: PlaylistInfo, length: PlaylistLength)]) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    whenPlaylistsAreKnown { [weak self] in
      guard let self, !request.isCancelled else { return }
      addUp(ordered[...], after: .min, [:], request) { [weak self] lengths in
        let infos = self?.playlistIndex.entries.map(\.info) ?? []
        completion(infos.map { ($0, lengths[$0.identity] ?? PlaylistLength()) })
      }
    }
    return request
  }

  private typealias Lengths = [PlaylistID: PlaylistLength]

  /// A volume that leaves meanwhile counts for nothing.
  private func addUp(
    _ volumes: ArraySlice<MountedVolume>, after: Int64, _ lengths: Lengths, _ request: LibraryRequest,
    _ completion: @escaping (Lengths) -> Void
  ) {
    guard let volume = volumes.first else {
      return later { if !request.isCancelled { completion(lengths) } }
    }
    ask(
      volume,
      { (store) throws(StoreError) in try store.playlistLengths(after: after, limit: Self.lengthWindow) },
      request: request
    ) { [weak self] result in
      var lengths = lengths
      let found = (try? result.get()) ?? PlaylistLengths()
      for (playlist, length) in found.known {
        lengths[playlist, default: PlaylistLength()].entries += length.entries
        lengths[playlist]?.duration += length.duration
      }
      self?.addUp(found.elsewhere[...], lengths, request) { [weak self] lengths in
        self?.addUp(
          found.next == nil ? volumes.dropFirst() : volumes, after: found.next ?? .min, lengths, request,
          completion)
      }
    }
  }

  /// Those of one volume after the other, in windows.
  private func addUp(
    _ entries: ArraySlice<PlaylistLengths.Elsewhere>, _ lengths: Lengths, _ request: LibraryRequest,
    _ completion: @escaping (Lengths) -> Void
  ) {
    guard let volume = entries.first?.track.volume else { return completion(lengths) }
    let window = entries.prefix(Self.window).prefix { $0.track.volume == volume }
    let rest = entries.dropFirst(window.count)
    func add(_ durations: [Duration?]) {
      var lengths = lengths
      for (entry, duration) in zip(window, durations) {
        lengths[entry.playlist, default: PlaylistLength()].add(entry.region, of: duration)
      }
      addUp(rest, lengths, request, completion)
    }
    guard let mounted = open(volume) else { return add(window.map { _ in nil }) }
    let paths = window.map(\.track.path)
    ask(mounted, { (store) throws(StoreError) in try store.durations(at: paths) }, request: request) {
      add((try? $0.get()) ?? paths.map { _ in nil })
    }
  }
}
