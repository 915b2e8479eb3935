import Interchange
import Model

/// Compares playlists of a volume with those of a desktop program's file by meaning, however the file spells it: the
/// same tracks (if none is known, files of the same folded name), with the values that a volume stores. Blocks on
/// the store.
struct SharedComparison: Sendable {
  let file: SharedPlaylists
  let items: [String: SharedPlaylists.Item]
  /// The tracks of the file's playlists by their keys, of those entries that name anything; nil for each that is not here.
  let matches: [String: [TrackReference?]]
  /// The volume of the file.
  let home: VolumeID

  /// Which of them mean the same. One playlist is asked for at a time.
  func same(
    of meetings: [SyncPlan.CandidatePair], _ volume: VolumeAccess
  ) throws(Refusal) -> Set<SyncPlan.CandidatePair> {
    var same: Set<SyncPlan.CandidatePair> = []
    for meeting in meetings {
      guard let item = items[meeting.key], let theirs = try? file.playlist(item) else { continue }
      let (identity, home) = (meeting.identity, home)
      let mine = try volume.ask { (store) throws(StoreError) in
        .success(try store.meaning(ofPlaylist: identity, home: home))
      }
      if let mine, isSame(mine, theirs, matches[meeting.key] ?? []) { same.insert(meeting) }
    }
    return same
  }

  private func isSame(
    _ mine: VolumeStore.MeantPlaylist, _ theirs: SharedPlaylist, _ tracks: [TrackReference?]
  ) -> Bool {
    let kept = SharedLimits.ofVolumes.fields(theirs)
    guard mine.name == kept.name || StoredPlaylist.unnumbered(mine.name) == kept.name,
      (mine.notes ?? "") == (kept.notes ?? ""), mine.colour == kept.colour, mine.tempo == kept.targetTempo
    else { return false }
    var tracks = tracks[...]
    var entries = mine.entries[...]
    for shared in theirs.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      guard let entry = entries.popFirst(), isSame(entry, shared, wanted, match) else { return false }
    }
    return entries.isEmpty
  }

  private func isSame(
    _ mine: VolumeStore.MeantEntry, _ shared: SharedEntry, _ wanted: WantedTrack, _ match: TrackReference?
  ) -> Bool {
    let missing = wanted.path(from: [])
    let track = shared.track(elsewhereThan: home) ?? match
    let theirs = PlaylistEntry(shared, track ?? TrackReference(volume: home, path: missing))
    guard mine.region == theirs.region, (mine.notes ?? "") == (theirs.notes ?? "") else { return false }
    if track == mine.track { return true }
    if track != nil, mine.isHere { return false }
    return FoldedName.fold(VolumePath.split(mine.track.path).name)
      == FoldedName.fold(VolumePath.split(missing).name)
  }
}

extension VolumeStore {
  /// What is compared of a playlist.
  struct MeantPlaylist: Sendable {
    var name: String
    var notes: String?
    var colour: UInt32?
    var tempo: Double?
    var entries: [MeantEntry] = []
  }

  struct MeantEntry: Sendable {
    let track: TrackReference
    /// Whether it is a track of this volume whose file is here.
    let isHere: Bool
    let region: Region
    let notes: String?
  }

  /// - Returns: nil where there is none, or it is too large to be compared.
  func meaning(ofPlaylist identity: PlaylistID, home: VolumeID) throws(StoreError) -> MeantPlaylist? {
    let known = try connection.first(
      "SELECT id, name, notes, colour, tempo FROM playlists WHERE identity = ?1", .blob(identity.bytes)
    ) { (row) throws(StoreError) in
      (
        id: try row.integer(0),
        playlist: MeantPlaylist(
          name: try row.text(1), notes: try row.optionalText(2),
          colour: try row.optionalInteger(3, as: UInt32.self), tempo: try row.optionalReal(4))
      )
    }
    guard let (id, found) = known else { return nil }
    var playlist = found
    var bytes = 0
    try connection.forEachWhile(
      """
      SELECT e.path, f.path, t.name, t.state, e.volume, e.start_us, e.end_us, e.gain, e.crossfade_us, e.notes
      FROM playlist_entries e LEFT JOIN tracks t ON t.id = e.track LEFT JOIN folders f ON f.id = t.folder
      WHERE e.playlist = ?1 ORDER BY e.place, e.id LIMIT ?2
      """, .integer(id), .number(SharedPlaylist.mostEntries + 1),
      body: { (row) throws(StoreError) in
        let path = row.isNull(2) ? try row.blob(0) : VolumePath.join(try row.blob(1), try row.blob(2))
        bytes += path.count
        let volume = try row.optionalBlob(4).flatMap { VolumeID(bytes: $0) } ?? home
        playlist.entries.append(
          MeantEntry(
            track: TrackReference(volume: volume, path: path),
            isHere: try row.optionalInteger(3, as: Int64.self) == TrackState.here.rawValue,
            region: try row.region(5), notes: try row.optionalText(9)))
        return playlist.entries.count <= SharedPlaylist.mostEntries && bytes <= Self.mostSharedBytes
      })
    let isWhole = playlist.entries.count <= SharedPlaylist.mostEntries && bytes <= Self.mostSharedBytes
    return isWhole ? playlist : nil
  }
}
