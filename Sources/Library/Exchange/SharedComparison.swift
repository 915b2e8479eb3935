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
      let identity = meeting.identity
      let mine = try volume.ask { (store) throws(StoreError) in
        .success(try store.sharing.playlist(identity)?.playlist)
      }
      guard let mine, let others = othersPaths(mine, theirs, matches[meeting.key] ?? []) else { continue }
      let found = try volume.ask { (store) throws(StoreError) in
        .success(try store.trackSearch.firstTracks(of: others.map { [$0] }))
      }
      if found.allSatisfy({ $0 == nil }) { same.insert(meeting) }
    }
    return same
  }

  /// Finds the paths of the volume's entries with other tracks: both mean the same if no file has these paths.
  /// - Returns: nil where they do not mean the same.
  private func othersPaths(
    _ mine: SharedPlaylist, _ theirs: SharedPlaylist, _ tracks: [TrackReference?]
  ) -> [[UInt8]]? {
    let kept = SharedLimits.ofVolumes.fields(theirs)
    guard mine.name == kept.name || StoredPlaylist.unnumbered(mine.name) == kept.name,
      (mine.notes ?? "") == (kept.notes ?? ""), mine.colour == kept.colour,
      mine.targetTempo == kept.targetTempo
    else { return nil }
    var tracks = tracks[...]
    var entries = mine.entries[...]
    var paths: [[UInt8]] = []
    for shared in theirs.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      guard let entry = entries.popFirst(), let own = WantedTrack(entry) else { return nil }
      let isStream = own.location.start == .web
      let path = isStream ? own.path(from: []) : SharedName.bytes(of: entry.path ?? entry.fileName)
      let track = shared.track(elsewhereThan: home) ?? match
      let missing = TrackReference(volume: home, path: wanted.path(from: []))
      let ours = PlaylistEntry(
        entry, entry.track(elsewhereThan: home) ?? TrackReference(volume: home, path: path))
      let other = PlaylistEntry(shared, track ?? missing)
      guard ours.region == other.region, (ours.notes ?? "") == (other.notes ?? "") else { return nil }
      if track == ours.track { continue }
      guard
        FoldedName.fold(VolumePath.split(ours.track.path).name)
          == FoldedName.fold(VolumePath.split(missing.path).name)
      else { return nil }
      if track != nil, ours.track.volume == home { paths.append(ours.track.path) }
    }
    return entries.isEmpty ? paths : nil
  }
}
