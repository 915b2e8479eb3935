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
          Duration.microseconds(TagCounts.counted($0))
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
        try row.optionalInteger(0, as: Int64.self).map { Duration.microseconds(TagCounts.counted($0)) }
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
      addUp(request) { [weak self] lengths in
        let infos = self?.playlistIndex.entries.map(\.info) ?? []
        completion(infos.map { ($0, lengths[$0.identity] ?? PlaylistLength()) })
      }
    }
    return request
  }

  /// A volume that leaves meanwhile counts for nothing.
  private func addUp(
    _ request: LibraryRequest, _ completion: @escaping ([PlaylistID: PlaylistLength]) -> Void
  ) {
    let read = PagedRead<Int64, PlaylistLengths>(self, over: ordered, request: request) {
      (store, _, place) throws(StoreError) in
      let found = try store.playlistLengths(after: place ?? .min, limit: Self.lengthWindow)
      return (found, found.next)
    }
    var lengths: [PlaylistID: PlaylistLength] = [:]
    read.all(
      ifOneFails: { _, _ in },
      take: { [weak self] found, _, goOn in
        for (playlist, length) in found.known {
          lengths[playlist, default: PlaylistLength()].entries += length.entries
          lengths[playlist]?.duration += length.duration
        }
        self?.durations(of: found.elsewhere, request) { durations in
          for (entry, duration) in zip(found.elsewhere, durations) {
            lengths[entry.playlist, default: PlaylistLength()].add(entry.region, of: duration)
          }
          goOn()
        }
      },
      completion: { _ in completion(lengths) })
  }

  /// How long tracks are, in their order; nil where that is unknown.
  private func durations(
    of entries: [PlaylistLengths.Elsewhere], _ request: LibraryRequest,
    _ completion: @escaping ([Duration?]) -> Void
  ) {
    let legs = Dictionary(grouping: entries.indices) { entries[$0].track.volume }
      .compactMap { id, places in open(id).map { (volume: $0, leg: places) } }
    sweep(legs, request: request) { (store, places) throws(StoreError) in
      try store.durations(at: places.map { entries[$0].track.path })
    } completion: { found in
      var durations: [Duration?] = entries.map { _ in nil }
      for (leg, part) in zip(legs, found) {
        for (place, duration) in zip(leg.leg, (try? part.result.get()) ?? []) { durations[place] = duration }
      }
      completion(durations)
    }
  }
}
