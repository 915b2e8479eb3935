import Interchange
import Linux
import Player

/// The playlists of a volume as the file of a desktop program has them.
extension VolumeStore {
  static let sharedFile = VolumeFile(
    folder: "Sync", name: "mixboard-playlists.json", mostBytes: SharedPlaylists.mostBytes)

  /// What is in the file, and how both sides were when they were the same.
  struct SharedState: Sendable {
    /// nil where there is no file.
    let file: SharedPlaylists?
    let other: [SyncPlan.Other]
    let pairs: [SyncPlan.Pair]
  }

  /// On the thread for whole files.
  static func sharedState(
    in root: Root, _ channel: StoreChannel
  ) throws(StoreError) -> Result<SharedState, PlaylistRefusal> {
    let pairs = try channel.perform { (store) throws(StoreError) in try store.sharedPairs() }
    do throws(SystemError) {
      guard let bytes = try sharedFile.read(in: root) else {
        return .success(SharedState(file: nil, other: [], pairs: pairs))
      }
      do throws(JSONFault) {
        let file = try SharedPlaylists(reading: bytes)
        var other: [SyncPlan.Other] = []
        for item in file.items {
          other.append(
            SyncPlan.Other(
              key: item.key, name: item.name, changed: item.modifiedAt,
              digest: digest(try file.playlist(item))))
        }
        return .success(SharedState(file: file, other: other, pairs: pairs))
      } catch {
        return .failure(.badFile("\(sharedFile.folder)/\(sharedFile.name): \(error)"))
      }
    } catch {
      return .failure(.badFile("\(error)"))
    }
  }

  private func sharedPairs() throws(StoreError) -> [SyncPlan.Pair] {
    var pairs: [SyncPlan.Pair] = []
    try connection.forEach(
      "SELECT playlist, key, own, other FROM shared LIMIT ?1", .number(Self.mostPlaylists)
    ) {
      (row) throws(StoreError) in
      guard let identity = PlaylistID(bytes: try row.blob(0)) else { return }
      pairs.append(
        SyncPlan.Pair(identity: identity, key: try row.text(1), own: try row.blob(2), other: try row.blob(3)))
    }
    return pairs
  }

  static func digest(_ playlist: SharedPlaylist) -> SyncPlan.Digest {
    func hash(_ bytes: [UInt8]) -> [UInt8] {
      var hash = ContentHash()
      hash.add(bytes)
      return hash.value
    }
    return SyncPlan.Digest(
      whole: hash(playlist.content(withExtra: true)), loose: hash(playlist.content(withExtra: false)))
  }

  /// What some of the playlists are, by their identities; those that are not there are left out. On the thread for whole
  /// files: one playlist is asked for at a time.
  static func owned(
    _ identities: [PlaylistID], _ channel: StoreChannel
  ) throws(StoreError) -> [SyncPlan.Own] {
    var found: [SyncPlan.Own] = []
    for identity in identities {
      let playlist = try channel.perform { (store) throws(StoreError) in try store.sharedPlaylist(identity) }
      guard let playlist else { continue }
      found.append(
        SyncPlan.Own(
          identity: identity, name: playlist.name, changed: playlist.modifiedAt, digest: digest(playlist)
        ))
    }
    return found
  }

  /// Of one playlist; as of a list file, and far more than people listen through.
  private static let mostSharedEntries = 16_384
  /// What its paths come to at most.
  private static let mostSharedBytes = 2 << 20

  /// A playlist as the file has it; nil where there is none.
  func sharedPlaylist(_ identity: PlaylistID) throws(StoreError) -> SharedPlaylist? {
    var playlist = SharedPlaylist()
    let row = try connection.first(
      "SELECT id, name, notes, colour, tempo, made, changed, extra FROM playlists WHERE identity = ?1",
      .blob(identity.bytes)
    ) { (row) throws(StoreError) in
      playlist.name = try row.text(1)
      playlist.notes = try row.optionalText(2)
      playlist.colour = try row.optionalInteger(3, as: UInt32.self)
      playlist.targetTempo = try row.optionalReal(4)
      playlist.createdAt = try row.optionalInteger(5, as: Int64.self)
      playlist.modifiedAt = try row.optionalInteger(6, as: Int64.self)
      playlist.extra = try row.optionalText(7)
      return try row.integer(0)
    }
    guard let row else { return nil }
    playlist.id = identity.description
    var bytes = 0
    try connection.forEach(
      """
      SELECT e.path, f.path, t.name, t.duration_us, e.start_us, e.end_us, e.gain, e.crossfade_us, e.notes, e.extra, e.volume
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(row), .number(Self.mostSharedEntries + 1)
    ) { (row) throws(StoreError) in
      guard playlist.entries.count < Self.mostSharedEntries, bytes < Self.mostSharedBytes else {
        throw StoreError(
          .other,
          "the playlist \(playlist.name) is too large to be shared: a sync takes \(Self.mostSharedEntries) entries",
          path: "\(Self.sharedFile.folder)/\(Self.sharedFile.name)")
      }
      let path = row.isNull(2) ? try row.blob(0) : VolumePath.join(try row.blob(1), try row.blob(2))
      bytes += path.count
      let excerpt = try row.excerpt(4)
      var entry = SharedEntry()
      entry.fileName = EscapedName.text(for: VolumePath.split(path).name)
      entry.path = EscapedName.text(for: path)
      entry.duration = try row.optionalInteger(3, as: Int64.self).map {
        Self.seconds(.microseconds(max(0, $0)))
      }
      entry.startOffset = excerpt.start == .zero ? nil : Self.seconds(excerpt.start)
      entry.endOffset = excerpt.end.map(Self.seconds)
      entry.gain = excerpt.gain == 0 ? nil : excerpt.gain
      entry.crossfade = excerpt.crossfade.map(Self.seconds)
      entry.notes = try row.optionalText(8)
      entry.extra = try row.optionalText(9)
      entry.volume = try row.optionalBlob(10).flatMap { VolumeID(bytes: $0)?.description }
      playlist.entries.append(entry)
    }
    return playlist
  }

  private static func seconds(_ duration: Duration) -> Double { Double(duration.microseconds) / 1e6 }

  /// Changes a playlist as the file has it, or makes it.
  ///
  /// - Parameters:
  ///   - identity: nil for a new one.
  ///   - expected: the digest of what is there: where it is another by now, nothing is changed.
  ///   - name: what it is to be called; where another is, with a number behind it.
  /// - Returns: its identity, its name and its digest then.
  func take(
    _ identity: PlaylistID?, expecting expected: [UInt8]?, named name: String, _ entries: [PlaylistEntry],
    _ fields: [PlaylistField]
  ) throws(StoreError) -> Result<(PlaylistID, name: String, digest: [UInt8]), PlaylistRefusal> {
    if let identity, try !isShared(identity, as: expected) { return .failure(Self.changedMeanwhile) }
    let all = try playlists()
    let own = all.first { $0.identity == identity }
    let free = StoredPlaylist.freeName(
      like: name, besides: Set(all.lazy.filter { $0.identity != identity }.map { Array($0.name.utf8) }))
    let result = try change(
      playlist: own?.name ?? free, .write(entries, own == nil ? .create : .replace, fields), time: nil)
    switch result {
    case .failure(let refusal): return .failure(refusal)
    case .success(nil): return .failure(.noSuchPlaylist)
    case .success(let made?):
      if made.name != free {
        // It is not newer for that.
        let changed = made.changed
        _ = try change(playlist: made.name, .rename(free), time: changed)
      }
      let digest = try sharedDigest(of: made.identity) ?? []
      return .success((made.identity, free, digest))
    }
  }

  /// Gives a playlist up.
  ///
  /// - Parameter expected: the digest of what is there: where it is another by now, nothing is changed.
  func give(
    up identity: PlaylistID, expecting expected: [UInt8]?
  ) throws(StoreError) -> Result<Bool, PlaylistRefusal> {
    guard let own = try playlists().first(where: { $0.identity == identity }) else { return .success(true) }
    guard try isShared(identity, as: expected) else { return .failure(Self.changedMeanwhile) }
    _ = try change(playlist: own.name, .remove, time: nil)
    return .success(true)
  }

  private func isShared(_ identity: PlaylistID, as expected: [UInt8]?) throws(StoreError) -> Bool {
    try sharedDigest(of: identity) == expected
  }

  func sharedDigest(of identity: PlaylistID) throws(StoreError) -> [UInt8]? {
    try sharedPlaylist(identity).map { Self.digest($0).whole }
  }

  private static let changedMeanwhile = PlaylistRefusal.badFile(
    "a playlist was changed during the sync, which ends with that; the next one takes it in")

  /// Writes the file, on the thread for whole files.
  ///
  /// - Parameters:
  ///   - file: what it was.
  ///   - parts: what it is to have: items of its own, or playlists of the volume under keys.
  /// - Returns: the digests of the playlists that were written, as they are here and as they are in the file.
  static func write(
    _ file: SharedPlaylists, _ parts: [SharedPart], in root: Root, _ channel: StoreChannel
  ) throws(StoreError) -> Result<[PlaylistID: (own: [UInt8], other: [UInt8])], PlaylistRefusal> {
    var writer = JSONWriter()
    file.begin(&writer)
    var digests: [PlaylistID: (own: [UInt8], other: [UInt8])] = [:]
    for part in parts {
      switch part {
      case .copied(let item): file.copy(item, to: &writer)
      case .own(let identity, let key):
        let known = try channel.perform { (store) throws(StoreError) in try store.sharedPlaylist(identity) }
        guard var playlist = known else { continue }
        let own = digest(playlist).whole
        playlist.id = key
        digests[identity] = (own, digest(playlist).whole)
        playlist.write(to: &writer)
      }
      guard writer.bytes.count <= SharedPlaylists.mostBytes else {
        return .failure(.badFile("it would be larger than \(SharedPlaylists.mostBytes >> 20) MiB"))
      }
    }
    SharedPlaylists.end(&writer)
    do throws(SystemError) {
      try sharedFile.replace(with: writer.bytes, in: root)
      return .success(digests)
    } catch {
      return .failure(.badFile("\(error)"))
    }
  }

  /// Remembers how both sides are.
  func keep(shared pairs: [SyncPlan.Pair]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.execute("DELETE FROM shared")
      for pair in pairs {
        try connection.execute(
          "INSERT OR REPLACE INTO shared (playlist, key, own, other) VALUES (?1, ?2, ?3, ?4)",
          .blob(pair.identity.bytes), .text(pair.key), .blob(pair.own), .blob(pair.other))
      }
    }
  }
}
