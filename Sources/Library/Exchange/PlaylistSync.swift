import Interchange
import Linux
import Model

/// Makes a volume's playlists and those in the file of a desktop program the same, a playlist at a time, so that edits
/// come in between. Blocks on the file and on the stores of all volumes.
struct PlaylistSync {
  /// What came of it.
  struct Outcome: Sendable {
    let result: Result<SyncReport, Refusal>
    /// Whether the volume has such a file; nil where that was not found out.
    let hasFile: Bool?
    /// Whether playlists of the volume are others now.
    let isChanged: Bool
  }

  private let volume: VolumeAccess
  /// Where songs are looked for.
  private let volumes: [VolumeAccess]
  private var report: SyncReport
  private var hasFile: Bool?
  private var hasSettled = false

  /// Number of restarts if another program writes the file meanwhile.
  private static let mostTries = 5

  /// - Parameter onlyIfThere: nothing is done where there is no file.
  static func run(_ volume: VolumeAccess, volumes: [VolumeAccess], onlyIfThere: Bool) -> Outcome {
    var sync = PlaylistSync(volume, volumes)
    let result: Result<SyncReport, Refusal>
    do throws(Refusal) {
      try sync.run(onlyIfThere: onlyIfThere)
      result = .success(sync.report)
    } catch {
      result = .failure(sync.withConflicts(error))
    }
    let report = sync.report
    let isChanged = !report.taken.isEmpty || !report.removed.isEmpty || !report.conflicts.isEmpty
    return Outcome(result: result, hasFile: sync.hasFile, isChanged: isChanged || sync.hasSettled)
  }

  private init(_ volume: VolumeAccess, _ volumes: [VolumeAccess]) {
    (self.volume, self.volumes) = (volume, volumes)
    report = SyncReport(volume: volume.id)
  }

  private mutating func run(onlyIfThere: Bool) throws(Refusal) {
    for _ in 1...Self.mostTries {
      if try attempt(onlyIfThere: onlyIfThere) { return }
      // What was taken stays.
      (report.written, report.dropped, report.left) = ([], [], [])
    }
    throw .badFile(
      "\(SharedPlaylistTable.place.folder)/\(SharedPlaylistTable.place.name): another program is writing it; the next sync "
        + "includes the changes")
  }

  /// Playlists taken until a failure stay, and are reported.
  private func withConflicts(_ refusal: Refusal) -> Refusal {
    guard case .badFile(let reason, let fault) = refusal, !report.conflicts.isEmpty else { return refusal }
    let copies = report.conflicts.prefix(Self.mostToldInFailure).map {
      "\"\($0.name)\" was changed on both sides; the version of the file is \"\($0.other)\" here"
    }
    return .badFile(([reason] + copies).joined(separator: "; "), fault)
  }

  private static let mostToldInFailure = 3

  /// - Returns: false where another program has written the file since it was read.
  private mutating func attempt(onlyIfThere: Bool) throws(Refusal) -> Bool {
    let state = try SharedPlaylistTable.state(of: volume)
    hasFile = state.file != nil
    if state.file == nil, onlyIfThere { return true }
    for name in state.passedOver { leave(name, .unreadable) }
    let owned = try SharedPlaylistTable.owned(state.own, volume)
    for name in owned.tooLarge.values { leave(name, .tooLong) }
    var sides = Sides(state, owned)
    let first = sides.plan()
    let missing = try missingEntries(first, sides)
    let late = try match(first, missing, &sides)
    let same = first.doubts.isEmpty ? [] : try sides.comparison(volume.id).same(of: first.doubts, volume)
    for step in same.isEmpty ? first.steps : sides.plan(same: same).steps {
      try carryOut(step, late, &sides)
    }
    return try write(sides)
  }

  /// Reports that a playlist stays on its side alone.
  private mutating func leave(_ name: String, _ reason: SyncReport.Reason) {
    guard report.left.count < SyncReport.mostNamed, !report.left.contains(where: { $0.name == name }) else {
      return
    }
    report.left.append(SyncReport.Left(name: name, reason: reason))
  }

  /// A playlist and that of the file stay as they are, and what they are to each other.
  private mutating func leave(_ identity: PlaylistID, _ reason: SyncReport.Reason, _ sides: inout Sides) {
    leave(sides.own[identity]?.name ?? "", reason)
    if let pair = sides.pairsBefore[identity] { sides.aside.append(pair) }
  }

  // MARK: Songs

  /// An entry whose song was not here when both sides became the same, and what the file says of it.
  private struct MissingEntry {
    let row: Int64
    let playlist: PlaylistID
    let wanted: WantedTrack
  }

  /// What was found for them, by playlist.
  private typealias LateSongs = [PlaylistID: [(row: Int64, path: [UInt8])]]

  /// Looks for entries that name nothing here in what both sides agree on: songs may have come, or others of their names have
  /// gone.
  private func missingEntries(_ plan: SyncPlan, _ sides: Sides) throws(Refusal) -> [MissingEntry] {
    var keys: [PlaylistID: String] = [:]
    for case .keep(let identity, let key) in plan.steps { keys[identity] = key }
    if keys.isEmpty { return [] }
    var result: [MissingEntry] = []
    for (identity, entries) in try SharedPlaylistTable.missingEntries(of: Set(keys.keys), volume) {
      guard let theirs = keys[identity].flatMap({ sides.playlist($0) }) else { continue }
      let named = theirs.entries.compactMap { entry in WantedTrack(entry).map { (entry, $0) } }
      guard named.count == entries.count else { continue }
      for missing in entries.missing {
        let (entry, wanted) = named[missing.position]
        // One that names another volume is not looked for here.
        if entry.volume != nil || wanted.path(from: []) != missing.path { continue }
        result.append(MissingEntry(row: missing.row, playlist: identity, wanted: wanted))
      }
    }
    return result
  }

  /// Finds the tracks of all that is to be taken from the file or compared, at once: each time goes through all tracks
  /// there are.
  private func match(
    _ plan: SyncPlan, _ missing: [MissingEntry], _ sides: inout Sides
  ) throws(Refusal) -> LateSongs {
    var keys = plan.doubts.map(\.key)
    for step in plan.steps {
      switch step {
      case .take(let key, _), .both(_, let key): keys.append(key)
      case .keep, .write, .remove, .drop, .leave: continue
      }
    }
    var wanted: [WantedTrack] = []
    var ranges: [String: Range<Int>] = [:]
    for key in keys where ranges[key] == nil {
      guard let playlist = sides.playlist(key) else { continue }
      let start = wanted.count
      wanted += playlist.entries.compactMap { WantedTrack($0) }
      ranges[key] = start..<wanted.count
    }
    let start = wanted.count
    wanted += missing.map(\.wanted)
    if wanted.isEmpty { return [:] }
    var tracks = TrackMatching.tracks(
      wanted, on: volumes, from: TrackMatching.Source(volume: volume.id, folder: []))
    let moved = try movedTracks(wanted)
    for (index, path) in moved { tracks[index] = TrackReference(volume: volume.id, path: path) }
    for (key, range) in ranges {
      sides.matches[key] = Array(tracks[range])
      if range.contains(where: { moved[$0] != nil }) { sides.outdated.insert(key) }
    }
    var late: LateSongs = [:]
    for (missing, track) in zip(missing, tracks[start...]) {
      // One elsewhere would be missing again wherever the volume goes to.
      guard let track, track.volume == volume.id else { continue }
      late[missing.playlist, default: []].append((missing.row, track.path))
    }
    return late
  }

  /// Where scans have found those that the file still names by their former paths.
  private func movedTracks(_ wanted: [WantedTrack]) throws(Refusal) -> [Int: [UInt8]] {
    try volume.ask { (store) throws(StoreError) in
      var places: [Int: [UInt8]] = [:]
      for (index, track) in wanted.enumerated() where !store.moved.isEmpty {
        let path = track.path(from: [])
        guard let row = store.moved[path] else { continue }
        places[index] = try store.trackSearch.place(ofRow: row, movedFrom: path)
      }
      return .success(places)
    }
  }

  // MARK: Steps

  private mutating func carryOut(
    _ step: SyncPlan.Step, _ late: LateSongs, _ sides: inout Sides
  ) throws(Refusal) {
    switch step {
    case .keep(let identity, let key):
      keep(identity, key, &sides)
      if let found = late[identity] { try settle(missing: found, of: identity, &sides) }
    case .write(let identity, let key):
      sides.parts.append(SharedPart(identity: identity, key: key))
      report.written.append(sides.own[identity]?.name ?? "")
    case .leave(let identity): leave(identity, .held, &sides)
    case .drop(let key):
      report.dropped.append(sides.other[key]?.name ?? "")
      sides.dropped.insert(key)
    case .take(let key, let identity):
      let (taken, name) = try take(key, into: identity, rival: nil, &sides)
      // A restart may find it already taken.
      if !report.taken.contains(name) { report.taken.append(name) }
      keep(taken, key, &sides)
    case .both(let identity, _) where volume.isCopy:
      // As long as the file can't be identified, it would be another one after each change in it.
      report.isReadOnly = true
      leave(identity, .unwritable, &sides)
    case .both(let identity, let key):
      let (taken, name) = try take(key, into: nil, rival: identity, &sides)
      report.conflicts.append(SyncReport.Conflict(name: sides.own[identity]?.name ?? "", other: name))
      sides.parts += [SharedPart(identity: identity, key: key), SharedPart(identity: taken, key: nil)]
    case .remove(let identity):
      report.removed.append(sides.own[identity]?.name ?? "")
      let expected = sides.agreed[identity]
      _ = try volume.ask { (store) throws(StoreError) in
        try store.sharing.give(up: identity, expecting: expected)
      }
      sides.pairs[identity] = nil
    }
  }

  /// Both sides are the same; but nobody knows later where a song was that the file still names by that.
  private func keep(_ identity: PlaylistID, _ key: String, _ sides: inout Sides) {
    sides.same.append((identity, key))
    if !volume.isCopy, sides.outdated.contains(key) {
      sides.parts.append(SharedPart(identity: identity, key: key))
    } else {
      sides.kept.append((identity, key))
    }
  }

  private mutating func settle(
    missing found: [(row: Int64, path: [UInt8])], of identity: PlaylistID, _ sides: inout Sides
  ) throws(Refusal) {
    let expected = sides.agreed[identity]
    let digest = try volume.ask { (store) throws(StoreError) in
      .success(try store.sharing.settle(missing: found, of: identity, expecting: expected))
    }
    guard let digest else { return }
    sides.agreed[identity] = digest
    hasSettled = true
  }

  /// - Parameter rival: the volume's, where both sides were changed.
  private mutating func take(
    _ key: String, into identity: PlaylistID?, rival: PlaylistID?, _ sides: inout Sides
  ) throws(Refusal) -> (PlaylistID, name: String) {
    guard let playlist = sides.playlist(key), let digest = sides.other[key]?.digest.whole else {
      throw .volumeGone
    }
    var source = SharedPlaylistTable.SharedSource(key: key, digest: digest, rival: rival)
    var former = FormerEntries()
    if let identity {
      // A program that drops unknown keys has lost the entries' references to other volumes.
      let isComplete = playlist.entries.contains { $0.volume != nil }
      former = try volume.ask { (store) throws(StoreError) in
        let entries = try store.sharing.playlist(identity)?.playlist?.entries ?? []
        return .success(FormerEntries(entries, withVolumes: !isComplete))
      }
    } else {
      source.former = sides.formers[key]
    }
    let entries = entries(of: playlist, sides.matches[key] ?? [], former)
    let (fields, expected) = (playlist.fields, identity.flatMap { sides.agreed[$0] })
    let taken = try volume.ask { [source] (store) throws(StoreError) in
      try store.sharing.take(
        identity, expecting: expected, named: playlist.name, entries, fields, from: source)
    }
    sides.agreed[taken.0] = taken.digest
    if let former = source.former { sides.pairs[former] = nil }
    if let rival {
      sides.pairs[rival] = SyncPlan.Pair(
        identity: rival, key: key, own: SyncPlan.Pair.newer, other: digest)
    }
    return (taken.0, taken.name)
  }

  /// - Parameter former: what is there.
  private mutating func entries(
    of playlist: SharedPlaylist, _ matches: [TrackReference?], _ former: FormerEntries
  ) -> [PlaylistEntry] {
    var tracks = matches[...]
    var entries: [PlaylistEntry] = []
    for var shared in playlist.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      let missing = TrackReference(volume: volume.id, path: wanted.path(from: []))
      shared.volume = shared.volume ?? shared.path.flatMap { former.volume(of: $0) }
      var track = shared.track(elsewhereThan: volume.id) ?? match
      if track == nil, shared.path == nil, shared.volume == nil,
        let path = former.path(of: shared.fileName), path != missing.path
      {
        track = TrackReference(volume: volume.id, path: path)
      }
      if track == nil, report.unmatched.count < SyncReport.mostNamed {
        report.unmatched.append(SharedName.spelling(of: shared.path ?? shared.fileName))
      }
      entries.append(PlaylistEntry(shared, track ?? missing))
    }
    return entries
  }

  // MARK: The end

  /// - Returns: false where another program has written the file since it was read.
  private mutating func write(_ sides: Sides) throws(Refusal) -> Bool {
    guard !sides.parts.isEmpty || !sides.dropped.isEmpty || !sides.isFileThere else {
      try remember(sides.pairsAtEnd(nil))
      return true
    }
    // Whatever comes of the writing: what was found to be the same is no change by anybody afterwards.
    let known = sides.pairsNow
    if known != sides.pairsBefore {
      try volume.ask { (store) throws(StoreError) in .success(try store.sharing.know(Array(known.values))) }
    }
    if volume.isCopy {
      report.isReadOnly = true
      (report.written, report.dropped) = ([], [])
      return true
    }
    let written = try SharedFileWriter.write(sides.file, sides.parts, dropping: sides.dropped, volume)
    guard let written else { return false }
    hasFile = true
    for (_, name) in written.tooLarge {
      report.written.removeAll { $0 == name }
      leave(name, .tooLong)
    }
    try remember(sides.pairsAtEnd(written))
    return true
  }

  private func remember(_ pairs: [SyncPlan.Pair]) throws(Refusal) {
    try volume.ask { (store) throws(StoreError) in .success(try store.sharing.keep(pairs)) }
  }
}

/// What both sides of a sync have, and what becomes of it.
private struct Sides {
  let file: SharedPlaylists
  let isFileThere: Bool
  /// Whether each of the file's playlists can be taken.
  private let isFileWhole: Bool
  let own: [PlaylistID: SyncPlan.Own]
  let other: [String: SyncPlan.Other]
  private let items: [String: SharedPlaylists.Item]
  let pairsBefore: [PlaylistID: SyncPlan.Pair]
  private let planned: (own: [SyncPlan.Own], other: [SyncPlan.Other], pairs: [SyncPlan.Pair])
  /// Those that the volume gave up, by their keys.
  let formers: [String: PlaylistID]

  /// The tracks of the file's playlists, by their keys; of those entries that name anything.
  var matches: [String: [TrackReference?]] = [:]
  /// The keys of those in the file that name songs by paths where they are no more.
  var outdated: Set<String> = []
  /// What each is when both sides agree on it: an edit that comes later is one for the next time.
  var agreed: [PlaylistID: [UInt8]]
  /// How both sides are as long as the file is not written, but for `same`.
  var pairs: [PlaylistID: SyncPlan.Pair]
  /// Of playlists that are too large to be compared or stay as they are: how both sides were when they were the same.
  var aside: [SyncPlan.Pair]
  /// What the file gets and gives up, and which of the volume's its other playlists are.
  var parts: [SharedPart] = []
  var dropped: Set<String> = []
  var kept: [(identity: PlaylistID, key: String)] = []
  /// Which are the same by now, whether the file is to be written for them or not.
  var same: [(identity: PlaylistID, key: String)] = []

  init(
    _ state: SharedPlaylistTable.SharedState, _ owned: (found: [SyncPlan.Own], tooLarge: [PlaylistID: String])
  ) {
    file = state.file ?? SharedPlaylists()
    isFileThere = state.file != nil
    isFileWhole = state.passedOver.isEmpty
    own = Dictionary(owned.found.map { ($0.identity, $0) }) { first, _ in first }
    other = Dictionary(state.other.map { ($0.key, $0) }) { $1 }
    items = Dictionary(file.items.map { ($0.key, $0) }) { $1 }
    pairsBefore = Dictionary(state.pairs.map { ($0.identity, $0) }) { first, _ in first }
    agreed = own.mapValues(\.digest.whole)
    aside = state.pairs.filter { owned.tooLarge[$0.identity] != nil }
    let keysAside = Set(aside.map(\.key))
    let (here, there) = (Set(state.own), Set(state.other.map(\.key)))
    // What the volume has given up, and the file has in a way in which it can't be taken now.
    if !isFileWhole {
      aside += state.pairs.filter { !here.contains($0.identity) && !there.contains($0.key) }
    }
    planned = (
      owned.found, state.other.filter { !keysAside.contains($0.key) },
      state.pairs.filter { owned.tooLarge[$0.identity] == nil }
    )
    var formers: [String: PlaylistID] = [:]
    pairs = pairsBefore
    for pair in pairsBefore.values where !here.contains(pair.identity) {
      formers[pair.key] = pair.identity
      // Nobody has it any more.
      if isFileThere, isFileWhole, other[pair.key] == nil { pairs[pair.identity] = nil }
    }
    self.formers = formers
  }

  func playlist(_ key: String) -> SharedPlaylist? { items[key].flatMap { try? file.playlist($0) } }

  func plan(same: Set<SyncPlan.CandidatePair> = []) -> SyncPlan {
    SyncPlan(
      own: planned.own, other: planned.other, pairs: planned.pairs, same: same, isFileThere: isFileThere,
      isFileWhole: isFileWhole)
  }

  func comparison(_ home: VolumeID) -> SharedComparison {
    SharedComparison(file: file, items: items, matches: matches, home: home)
  }

  private func pair(_ identity: PlaylistID, _ key: String, now: String) -> SyncPlan.Pair? {
    guard let own = agreed[identity], let theirs = other[key]?.digest.whole else { return nil }
    return SyncPlan.Pair(identity: identity, key: now, own: own, other: theirs)
  }

  /// How both sides are as long as the file is not written.
  var pairsNow: [PlaylistID: SyncPlan.Pair] {
    var result = pairs
    for (identity, key) in same {
      if let pair = pair(identity, key, now: key) { result[identity] = pair }
    }
    return result
  }

  /// How both sides are once all is done.
  /// - Parameter written: nil where there was nothing to be written.
  func pairsAtEnd(_ written: SharedFileWriter.Written?) -> [SyncPlan.Pair] {
    func present(_ key: String) -> String { written?.keys[key] ?? key }
    var known = written.map { Array($0.pairs.values) } ?? []
    known += kept.compactMap { pair($0.identity, $0.key, now: present($0.key)) }
    known += aside.map {
      SyncPlan.Pair(identity: $0.identity, key: present($0.key), own: $0.own, other: $0.other)
    }
    for (identity, _) in written?.tooLarge ?? [] {
      guard let key = parts.first(where: { $0.identity == identity })?.key,
        let theirs = other[key]?.digest.whole
      else { continue }
      // They stay each other's, and the volume's the newer one: what it is never was in the file.
      let before = pairsBefore[identity].flatMap { $0.other == theirs ? $0.own : nil }
      known.append(
        SyncPlan.Pair(
          identity: identity, key: present(key), own: before ?? SyncPlan.Pair.newer, other: theirs))
    }
    return known
  }
}
