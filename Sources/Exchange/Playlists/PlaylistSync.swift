import Interchange
import Library
import Model

/// Makes a volume's playlists and those in the file of a desktop program the same, a playlist at a time, so that edits
/// come in between. Blocks on the file and on the stores of all volumes.
struct PlaylistSync {
  /// Result of a sync.
  struct Outcome: Sendable {
    let result: Result<SyncReport, Refusal>
    /// Whether the volume has such a file; nil where that was not found out.
    let hasFile: Bool?
    /// Whether playlists of the volume are others now.
    let isChanged: Bool
  }

  private let volume: VolumeAccess
  /// Volumes on which songs are looked for.
  private let volumes: [VolumeAccess]
  private var report: SyncReport
  private var hasFile: Bool?

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
    return Outcome(result: result, hasFile: sync.hasFile, isChanged: isChanged)
  }

  private init(_ volume: VolumeAccess, _ volumes: [VolumeAccess]) {
    (self.volume, self.volumes) = (volume, volumes)
    report = SyncReport(volume: volume.id)
  }

  private mutating func run(onlyIfThere: Bool) throws(Refusal) {
    for _ in 1...Self.mostTries {
      if try attempt(onlyIfThere: onlyIfThere) { return }
      // Playlists that were taken stay.
      (report.written, report.dropped, report.left) = ([], [], [])
    }
    throw .badFile(
      "\(VolumeFile.playlists.folder)/\(VolumeFile.playlists.name): another program is writing it; the next sync "
        + "includes the changes")
  }

  /// Playlists taken until a failure stay, and are reported.
  private func withConflicts(_ refusal: Refusal) -> Refusal {
    guard case .badFile(let reason, let fault) = refusal, !report.conflicts.isEmpty else { return refusal }
    let copies = report.conflicts.prefix(Self.mostToldInFailure).map {
      "\"\($0.name)\" was changed on both sides; the other version is \"\($0.other)\" here"
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
    let steps = sides.plan().steps
    try match(steps, &sides)
    for step in steps { try carryOut(step, &sides) }
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

  /// Finds the tracks of all that is to be taken from the file, at once: each time goes through all tracks there are.
  private func match(_ steps: [SyncPlan.Step], _ sides: inout Sides) throws(Refusal) {
    var wanted: [WantedTrack] = []
    var ranges: [String: Range<Int>] = [:]
    for step in steps {
      switch step {
      case .take(let key, _), .both(_, let key, _):
        let start = wanted.count
        wanted += sides.playlist(key)?.entries.compactMap { WantedTrack($0) } ?? []
        ranges[key] = start..<wanted.count
      case .keep, .write, .remove, .drop, .leave: continue
      }
    }
    if wanted.isEmpty { return }
    let tracks = TrackMatching.tracks(
      wanted, on: volumes, from: TrackMatching.Source(volume: volume.id, folder: []))
    sides.matches = ranges.mapValues { Array(tracks[$0]) }
  }

  // MARK: Steps

  private mutating func carryOut(_ step: SyncPlan.Step, _ sides: inout Sides) throws(Refusal) {
    switch step {
    case .keep(let identity, let key): sides.kept.append((identity, key))
    case .write(let identity, let key):
      sides.parts.append(SharedPart(identity: identity, key: key))
      report.written.append(sides.own[identity]?.name ?? "")
    case .leave(let identity): leave(identity, .held, &sides)
    case .drop(let key):
      report.dropped.append(sides.other[key]?.name ?? "")
      sides.dropped.insert(key)
    case .take(let key, let identity):
      let (taken, name) = try take(key, into: identity, &sides)
      // A restart may find it already taken.
      if !report.taken.contains(name) { report.taken.append(name) }
      sides.kept.append((taken, key))
    case .both(let identity, let key, let later): try settle(identity, key, later, &sides)
    case .remove(let identity):
      report.removed.append(sides.own[identity]?.name ?? "")
      let expected = sides.agreed[identity]
      _ = try volume.ask { (store) throws(StoreError) in
        try SharedPlaylistTable(store).give(up: identity, expecting: expected)
      }
      sides.pairs[identity] = nil
    }
  }

  /// Both sides changed a playlist, or have one of the same name that were never the same.
  private mutating func settle(
    _ identity: PlaylistID, _ key: String, _ later: SyncPlan.Side, _ sides: inout Sides
  ) throws(Refusal) {
    guard let theirs = sides.playlist(key), let digest = sides.other[key]?.digest,
      let own = sides.agreed[identity]
    else { throw .volumeGone }
    let wanted = entries(of: theirs, sides.matches[key] ?? [])
    let isSame = try volume.ask { (store) throws(StoreError) in
      .success(try SharedPlaylistTable(store).means(identity, theirs, wanted))
    }
    if isSame { return sides.kept.append((identity, key)) }
    if volume.isCopy {
      // As long as the file can't be written, it would be another copy after each sync.
      report.isReadOnly = true
      return leave(identity, .unwritable, &sides)
    }
    let name = sides.own[identity]?.name ?? ""
    let copy: (identity: PlaylistID, name: String)
    switch later {
    case .volume:
      let pair = SyncPlan.Pair(identity: identity, key: key, own: SyncPlan.Pair.newer, other: digest)
      copy = try take(key, into: nil, remembering: pair, &sides)
      sides.pairs[identity] = pair
      sides.parts.append(SharedPart(identity: identity, key: key))
    case .file:
      // From then on only the file's is a change: a sync that is cut here makes no further copy.
      let pair = SyncPlan.Pair(identity: identity, key: key, own: own, other: SyncPlan.Pair.newer)
      copy = try volume.ask { (store) throws(StoreError) in
        try SharedPlaylistTable(store).copy(identity, expecting: own, remembering: pair)
      }
      sides.pairs[identity] = pair
      _ = try take(key, into: identity, &sides)
      sides.kept.append((identity, key))
    }
    sides.parts.append(SharedPart(identity: copy.identity, key: nil))
    report.conflicts.append(SyncReport.Conflict(name: name, other: copy.name))
  }

  /// - Parameter pair: to be remembered where the taken one is not the one of the key.
  private mutating func take(
    _ key: String, into identity: PlaylistID?, remembering pair: SyncPlan.Pair? = nil, _ sides: inout Sides
  ) throws(Refusal) -> (PlaylistID, name: String) {
    guard let playlist = sides.playlist(key), let digest = sides.other[key]?.digest else { throw .volumeGone }
    let source = SharedPlaylistTable.SharedSource(
      key: key, digest: digest, pair: pair, former: identity == nil ? sides.formers[key] : nil)
    let entries = entries(of: playlist, sides.matches[key] ?? [])
    let (fields, expected) = (playlist.fields, identity.flatMap { sides.agreed[$0] })
    let taken = try volume.ask { (store) throws(StoreError) in
      try SharedPlaylistTable(store).take(
        identity, expecting: expected, named: playlist.name, entries, fields, from: source)
    }
    sides.agreed[taken.0] = taken.digest
    if let former = source.former { sides.pairs[former] = nil }
    return (taken.0, taken.name)
  }

  private mutating func entries(
    of playlist: SharedPlaylist, _ matches: [TrackReference?]
  ) -> [PlaylistEntry] {
    var tracks = matches[...]
    var entries: [PlaylistEntry] = []
    for shared in playlist.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      let track = shared.track(elsewhereThan: volume.id) ?? match
      if track == nil, report.unmatched.count < SyncReport.mostNamed {
        report.unmatched.append(SharedName.spelling(of: shared.path ?? shared.fileName))
      }
      let missing = TrackReference(volume: volume.id, path: wanted.path(from: []))
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
      try volume.ask { (store) throws(StoreError) in
        .success(try SharedPlaylistTable(store).know(Array(known.values)))
      }
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
    try volume.ask { (store) throws(StoreError) in .success(try SharedPlaylistTable(store).keep(pairs)) }
  }
}

/// Content of both sides of a sync, and the decisions.
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
  /// Digests on which both sides agree: a later edit counts at the next sync.
  var agreed: [PlaylistID: [UInt8]]
  /// How both sides are as long as the file is not written, but for `kept`.
  var pairs: [PlaylistID: SyncPlan.Pair]
  /// Pairs of the last sync for playlists that are too large to be compared or stay as they are.
  var aside: [SyncPlan.Pair]
  /// Changes of the file, and the volume's playlists that its other ones are.
  var parts: [SharedPart] = []
  var dropped: Set<String> = []
  var kept: [(identity: PlaylistID, key: String)] = []

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
    agreed = own.mapValues(\.digest)
    aside = state.pairs.filter { owned.tooLarge[$0.identity] != nil }
    let keysAside = Set(aside.map(\.key))
    let (here, there) = (Set(state.own), Set(state.other.map(\.key)))
    // Playlists that the volume has deleted, and whose entry in the file can't be read now.
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

  func plan() -> SyncPlan {
    SyncPlan(
      own: planned.own, other: planned.other, pairs: planned.pairs, isFileThere: isFileThere,
      isFileWhole: isFileWhole)
  }

  private func pair(_ identity: PlaylistID, _ key: String, now: String) -> SyncPlan.Pair? {
    guard let own = agreed[identity], let theirs = other[key]?.digest else { return nil }
    return SyncPlan.Pair(identity: identity, key: now, own: own, other: theirs)
  }

  /// How both sides are as long as the file is not written.
  var pairsNow: [PlaylistID: SyncPlan.Pair] {
    var result = pairs
    for (identity, key) in kept {
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
        let theirs = other[key]?.digest
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
