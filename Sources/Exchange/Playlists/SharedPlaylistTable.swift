import Interchange
import JSON
import Library
import Linux
import Model

/// The playlists of a volume as the file of a desktop program has them, and the table `shared`.
struct SharedPlaylistTable {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  private static let file = VolumeFile.playlists

  /// Content of the file, and the digests of both sides when they were equal.
  struct SharedState: Sendable {
    /// nil where there is no file.
    let file: SharedPlaylists?
    let other: [SyncPlan.Other]
    let pairs: [SyncPlan.Pair]
    /// The volume's playlists.
    let own: [PlaylistID]
    /// The names of those in the file that can't be taken.
    let passedOver: [String]
  }

  /// Why the file can't be read or written.
  static func refusal(_ error: SystemError) -> Refusal {
    Log.repeatable(.notice, "refused: \(error)")
    return .badFile("\(file.folder)/\(file.name): \(error.withoutPath)")
  }

  /// Blocks on the file and the store.
  static func state(of volume: VolumeAccess) throws(Refusal) -> SharedState {
    let (pairs, own) = try volume.ask { (store) throws(StoreError) in
      .success((try SharedPlaylistTable(store).pairs(), try store.playlists.all().map(\.identity)))
    }
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try file.read(in: volume.root) } catch {
      throw refusal(error)
    }
    guard let bytes else { return SharedState(file: nil, other: [], pairs: pairs, own: own, passedOver: []) }
    do throws(JSONFault) {
      let file = try SharedPlaylists(reading: bytes)
      var other: [SyncPlan.Other] = []
      for item in file.items {
        other.append(
          SyncPlan.Other(
            key: item.key, name: item.name, digest: digest(try file.playlist(item)),
            modifiedAt: item.modifiedAt))
      }
      let passedOver = file.elements.compactMap { element -> String? in
        guard case .passedOver(_, let name) = element else { return nil }
        return String(name.prefix(bytes: StoredPlaylist.mostNameBytes) ?? "")
      }
      return SharedState(file: file, other: other, pairs: pairs, own: own, passedOver: passedOver)
    } catch {
      throw .badFile("\(file.folder)/\(file.name): \(error.description)", .badMixBoardFile)
    }
  }

  func pairs() throws(StoreError) -> [SyncPlan.Pair] {
    var pairs: [SyncPlan.Pair] = []
    try connection.forEach(
      "SELECT playlist, key, own, other FROM shared LIMIT ?1", .number(PlaylistTable.most)
    ) {
      (row) throws(StoreError) in
      guard let identity = PlaylistID(bytes: try row.blob(0)) else { return }
      pairs.append(
        SyncPlan.Pair(identity: identity, key: try row.text(1), own: try row.blob(2), other: try row.blob(3)))
    }
    return pairs
  }

  /// A digest of all that both sides store of a playlist, whatever its dates and keys that only another program knows.
  static func digest(_ playlist: SharedPlaylist) -> [UInt8] {
    var hash = ContentHash()
    hash.add(playlist.spelt.content)
    return hash.value
  }

  /// Digests of some playlists, by their identities; missing ones are left out. One playlist is asked for
  /// at a time.
  static func owned(
    _ identities: [PlaylistID], _ volume: VolumeAccess
  ) throws(Refusal) -> (found: [SyncPlan.Own], tooLarge: [PlaylistID: String]) {
    var found: [SyncPlan.Own] = []
    var tooLarge: [PlaylistID: String] = [:]
    for identity in identities {
      switch try volume.ask({ (store) throws(StoreError) in
        .success(try SharedPlaylistTable(store).playlist(identity))
      })
      {
      case nil: continue
      case .tooLarge(let name): tooLarge[identity] = name
      case .playlist(let playlist):
        found.append(
          SyncPlan.Own(
            identity: identity, name: playlist.name, digest: digest(playlist),
            modifiedAt: playlist.modifiedAt))
      }
    }
    return (found, tooLarge)
  }

  /// Limit of its paths together.
  static let mostPathBytes = 2 << 20

  enum Shared: Sendable {
    case playlist(SharedPlaylist)
    /// By its name.
    case tooLarge(String)

    var playlist: SharedPlaylist? {
      guard case .playlist(let playlist) = self else { return nil }
      return playlist
    }
  }

  /// A playlist as the file has it; nil where there is none.
  func playlist(_ identity: PlaylistID) throws(StoreError) -> Shared? {
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
    try connection.forEachWhile(
      """
      SELECT e.path, f.path, t.name, t.duration_us, e.start_us, e.end_us, e.gain, e.crossfade_us, e.notes, e.extra, e.volume
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(row), .number(SharedPlaylist.mostEntries + 1),
      body: { (row) throws(StoreError) in
        let path = row.isNull(2) ? try row.blob(0) : VolumePath.join(try row.blob(1), try row.blob(2))
        bytes += path.count
        var entry = SharedEntry()
        let extra = try row.optionalText(9)
        let isStream = try row.optionalBlob(10) == VolumeID.network.bytes
        let location = isStream ? path : row.isNull(2) ? SourceTrack.location(ofPath: path, extra) : nil
        entry.fileName = SharedName.text(for: VolumePath.split(path).name)
        entry.path = SharedName.text(for: location ?? path)
        entry.duration = try row.optionalInteger(3, as: Int64.self).map { Double(max(0, $0)) / 1e6 }
        entry.say(try row.region(4), notes: try row.optionalText(8))
        entry.extra = extra
        // A URL is on no volume.
        let volume = location == nil ? try row.optionalBlob(10) : nil
        entry.volume = volume.flatMap { VolumeID(bytes: $0)?.description }
        playlist.entries.append(entry)
        return playlist.entries.count <= SharedPlaylist.mostEntries && bytes <= Self.mostPathBytes
      })
    let isTooLarge = playlist.entries.count > SharedPlaylist.mostEntries || bytes > Self.mostPathBytes
    return isTooLarge ? .tooLarge(playlist.name) : .playlist(playlist)
  }

  /// One of the file's that the volume takes.
  struct SharedSource: Sendable {
    let key: String
    /// Its digest.
    let digest: [UInt8]
    /// Remembered instead of both sides being the same.
    var pair: SyncPlan.Pair?
    /// One that the volume gave up, and the file has still.
    var former: PlaylistID?
  }

  /// Changes a playlist to the file's state, or makes it; with that both sides are recorded as equal.
  ///
  /// - Parameters:
  /// - identity: nil for a new one.
  /// - expected: the digest of the present playlist: if it differs by now, nothing is changed.
  /// - name: the wanted name; if it is taken, a number is added.
  /// - Returns: its identity, its name and its digest then.
  func take(
    _ identity: PlaylistID?, expecting expected: [UInt8]?, named name: String, _ entries: [PlaylistEntry],
    _ fields: [PlaylistField], from source: SharedSource
  ) throws(StoreError) -> Result<(PlaylistID, name: String, digest: [UInt8]), Refusal> {
    if let identity, try !isShared(identity, as: expected) { return .failure(Self.changedMeanwhile) }
    let own: String?
    if let identity { own = try self.name(ofPlaylist: identity) } else { own = nil }
    let free = try StoredPlaylist.freeName(like: name) { (name) throws(StoreError) in
      if let own, own.utf8.elementsEqual(name.utf8) { return false }
      if StoredPlaylist.isReserved(name: name) { return true }
      return try store.playlists.named(name) != nil
    }
    var taken: (PlaylistID, name: String, digest: [UInt8])?
    // All in one: of what is here and not known to be the file's, the next sync would make a second one.
    let result = try store.playlists.change(
      own ?? free, .write(entries, own == nil ? .create : .replace, fields), time: nil
    ) { (row, _) throws(StoreError) in
      if let own, own != free {
        // It is not newer for that.
        try connection.execute("UPDATE playlists SET name = ?2 WHERE id = ?1", .integer(row), .text(free))
      }
      guard let made = try self.identity(ofPlaylist: row) else { return }
      let digest = try digest(of: made) ?? []
      try know(source, takenAs: made, digest)
      taken = (made, free, digest)
    }
    if case .failure(let refusal) = result { return .failure(refusal) }
    guard let taken else { return .failure(.noSuchPlaylist) }
    return .success(taken)
  }

  private func know(
    _ source: SharedSource, takenAs identity: PlaylistID, _ digest: [UInt8]
  ) throws(StoreError) {
    if let former = source.former { try forget(former) }
    try know(
      source.pair
        ?? SyncPlan.Pair(identity: identity, key: source.key, own: digest, other: source.digest))
  }

  /// Makes a numbered copy of a playlist, whose place the file's takes then.
  ///
  /// - Parameters:
  ///   - expected: the digest of what is there: where it is another by now, nothing is made.
  ///   - pair: remembered in the same transaction.
  func copy(
    _ identity: PlaylistID, expecting expected: [UInt8], remembering pair: SyncPlan.Pair
  ) throws(StoreError) -> Result<(identity: PlaylistID, name: String), Refusal> {
    guard let name = try name(ofPlaylist: identity), try isShared(identity, as: expected),
      let fields = try playlist(identity)?.playlist?.fields, let entries = try entries(of: name)
    else { return .failure(Self.changedMeanwhile) }
    let source = SharedSource(key: pair.key, digest: pair.other, pair: pair)
    return try take(nil, expecting: nil, named: name, entries, fields, from: source).map { ($0.0, $0.name) }
  }

  private func entries(of name: String) throws(StoreError) -> [PlaylistEntry]? {
    try store.playlists.contents.entries(
      of: name, after: nil, skipping: 0, limit: QueueLimits.entries, texts: true)?.entries
  }

  /// Whether a playlist is what the file's would be once it is taken, however the file spells it.
  /// - Parameter wanted: the entries of the file's.
  func means(
    _ identity: PlaylistID, _ theirs: SharedPlaylist, _ wanted: [PlaylistEntry]
  ) throws(StoreError) -> Bool {
    let kept = SharedLimits.ofVolumes.fields(theirs)
    guard let mine = try playlist(identity)?.playlist, let entries = try entries(of: mine.name),
      mine.name == kept.name || StoredPlaylist.unnumbered(mine.name) == kept.name,
      (mine.notes ?? "") == (kept.notes ?? ""), mine.colour == kept.colour,
      mine.targetTempo == kept.targetTempo, entries.count == wanted.count
    else { return false }
    return zip(entries, wanted).allSatisfy {
      $0.track == $1.track && $0.region == $1.region && ($0.notes ?? "") == ($1.notes ?? "")
    }
  }

  /// Gives a playlist up.
  ///
  /// - Parameter expected: the digest of what is there: where it is another by now, nothing is changed.
  func give(
    up identity: PlaylistID, expecting expected: [UInt8]?
  ) throws(StoreError) -> Result<Bool, Refusal> {
    guard let own = try name(ofPlaylist: identity) else { return .success(true) }
    guard try isShared(identity, as: expected) else { return .failure(Self.changedMeanwhile) }
    // Should the file have it again, that is a new one.
    _ = try store.playlists.change(own, .remove, time: nil) { (_, _) throws(StoreError) in
      try forget(identity)
    }
    return .success(true)
  }

  private func name(ofPlaylist identity: PlaylistID) throws(StoreError) -> String? {
    try connection.first("SELECT name FROM playlists WHERE identity = ?1", .blob(identity.bytes)) {
      (row) throws(StoreError) in try row.text(0)
    }
  }

  private func identity(ofPlaylist row: Int64) throws(StoreError) -> PlaylistID? {
    let identity = try connection.first("SELECT identity FROM playlists WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in PlaylistID(bytes: try row.blob(0))
    }
    return identity ?? nil
  }

  private func isShared(_ identity: PlaylistID, as expected: [UInt8]?) throws(StoreError) -> Bool {
    try digest(of: identity) == expected
  }

  func digest(of identity: PlaylistID) throws(StoreError) -> [UInt8]? {
    try playlist(identity)?.playlist.map { Self.digest($0) }
  }

  private static let changedMeanwhile = Refusal.badFile(
    "a playlist was changed during the sync; the next sync includes it")

  /// Remembers how both sides are as long as the file is not written.
  func know(_ pairs: [SyncPlan.Pair]) throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in try replace(pairs) }
  }

  /// Remembers how both sides are, once the file says what it is to say.
  func keep(_ pairs: [SyncPlan.Pair]) throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in try replace(pairs) }
  }

  private func replace(_ pairs: [SyncPlan.Pair]) throws(StoreError) {
    try connection.execute("DELETE FROM shared")
    for pair in pairs { try know(pair) }
  }

  private func know(_ pair: SyncPlan.Pair) throws(StoreError) {
    try connection.execute(
      "INSERT OR REPLACE INTO shared (playlist, key, own, other) VALUES (?1, ?2, ?3, ?4)",
      .blob(pair.identity.bytes), .text(pair.key), .blob(pair.own), .blob(pair.other))
  }

  private func forget(_ identity: PlaylistID) throws(StoreError) {
    try connection.execute("DELETE FROM shared WHERE playlist = ?1", .blob(identity.bytes))
  }
}
