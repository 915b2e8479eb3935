import Linux
package import Model

/// Entries of a volume's playlists.
package struct PlaylistContents {
  private let store: VolumeStore
  private var connection: Connection { store.connection }
  private var identity: VolumeID { store.identity }

  init(_ store: VolumeStore) { self.store = store }

  /// A window of a playlist's entries.
  ///
  /// - Parameters:
  /// - skipping: number of entries after `cursor` to leave out.
  /// - texts: whether to read notes and the like; network locations and source tags are always read.
  /// - Returns: nil if there is no such playlist.
  package func entries(
    of name: String, after cursor: PlaylistCursor?, skipping: Int, limit: Int, texts: Bool = false
  ) throws(StoreError) -> PlaylistEntries? {
    guard let playlist = try store.playlists.named(name)?.row else { return nil }
    let start = PlaylistCursor.orFirst(cursor)
    var page = PlaylistEntries()
    var last: PlaylistCursor?
    // JSON may have each letter as an escape: what is read of it decides.
    try connection.forEach(
      """
      SELECT e.place, e.id, e.track, e.volume, e.path, f.path, t.name, e.start_us, e.end_us, e.gain, e.crossfade_us,
        iif(?6, e.notes, NULL),
        iif(
          ?6 OR e.track IS NULL AND (instr(e.extra, '://') > 0 OR instr(e.extra, char(92)) > 0)
            OR instr(e.extra, '"told"') > 0, e.extra, NULL)
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 AND (e.place, e.id) > (?2, ?3) ORDER BY e.place, e.id LIMIT ?4 OFFSET ?5
      """, .integer(playlist), .integer(start.place), .integer(start.row), .number(limit), .number(skipping),
      .boolean(texts)
    ) { (row) throws(StoreError) in
      var entry = PlaylistEntry(
        try track(row), try row.region(7), notes: try row.optionalText(11),
        extra: try row.optionalText(12))
      guard entry.isValid else { throw foreignEntry }
      entry.told = [SourceMetadata](ofExtra: entry.extra)
      // As playlists were taken over before streams could be played.
      if row.isNull(2), let url = SourceTrack(of: entry)?.location, let stream = TrackReference(url: url) {
        entry.track = stream
      }
      if !texts, entry.extra != nil, SourceTrack(of: entry)?.location == nil { entry.extra = nil }
      if entry.extra != nil { page.told[page.entries.count] = SourceTrack(of: entry) }
      page.entries.append(entry)
      page.places.append(
        try row.optionalInteger(2, as: Int64.self).map { TrackRow(volume: identity, row: $0) })
      last = PlaylistCursor(place: try row.integer(0), row: try row.integer(1))
    }
    if page.entries.count == limit { page.next = last?.cursor }
    let episodes = try store.podcasts.states(ofPlaylist: playlist)
    if !episodes.byURL.isEmpty {
      for (place, row) in page.places.enumerated() {
        page.entries[place].episode = episodes.state(of: page.entries[place].track, row: row?.row)
      }
    }
    return page
  }

  var foreignEntry: StoreError {
    StoreError(.foreign, "an entry that this program never writes", path: connection.path)
  }

  /// Which tracks a playlist holds, in their order.
  func tracks(of playlist: Int64) throws(StoreError) -> [TrackReference] {
    var tracks: [TrackReference] = []
    try connection.forEach(
      """
      SELECT e.place, e.id, e.track, e.volume, e.path, f.path, t.name
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(playlist), .number(QueueLimits.entries)
    ) { (row) throws(StoreError) in tracks.append(try track(row)) }
    return tracks
  }

  private func track(_ row: Row) throws(StoreError) -> TrackReference {
    let path: [UInt8]
    if row.isNull(2) {
      path = try row.blob(4)
    } else {
      path = VolumePath.join(try row.blob(5), try row.blob(6))
    }
    let volume = try row.optionalBlob(3).map { VolumeID(bytes: $0) } ?? identity
    guard let volume, !path.isEmpty,
      VolumePath.isValid(path) || volume == .network && TrackReference(volume: volume, path: path).isStream
    else { throw foreignEntry }
    return TrackReference(volume: volume, path: path)
  }

  // MARK: Texts

  /// - Returns: nil where there is no such playlist.
  func texts(of name: String) throws(StoreError) -> PlaylistTexts? {
    let texts = try connection.first(
      """
      SELECT notes, template, extra, (SELECT count(*) FROM playlist_entries WHERE playlist = p.id)
      FROM playlists p WHERE name = ?1
      """, .text(name)
    ) { (row) throws(StoreError) in
      PlaylistTexts(
        notes: try row.optionalText(0), template: try row.optionalText(1), extra: try row.optionalText(2),
        entries: try row.integer(3, as: Int.self))
    }
    guard texts?.notes?.utf8.count ?? 0 <= PlaylistField.mostNotesBytes,
      texts?.template?.utf8.count ?? 0 <= PlaylistField.mostTemplateBytes,
      texts?.extra?.utf8.count ?? 0 <= PlaylistField.mostExtraBytes
    else { throw StoreError(.foreign, "texts that this program never writes", path: connection.path) }
    return texts
  }

  /// A playlist's own picture; nil where it has none.
  func cover(of name: String) throws(StoreError) -> [UInt8]? {
    let data = try connection.first(
      """
      SELECT data FROM playlist_covers WHERE playlist = (SELECT id FROM playlists WHERE name = ?1)
        AND length(data) <= ?2
      """, .text(name), .number(PlaylistField.mostCoverBytes)
    ) { (row) throws(StoreError) in try row.blob(0) }
    guard let data, StoredPlaylist.isValid(cover: data) else { return nil }
    return data
  }

  // MARK: Lengths

  func lengths(after: Int64, limit: Int) throws(StoreError) -> PlaylistLengths {
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
      let length = try store.podcasts.length(of: url, in: playlist)
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
      guard let folder = try store.folder(folderPath)?.id else {
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
