import Interchange
import Model

/// Makes a volume's playlists and those in the file of a desktop program the same, a playlist at a time, so that edits
/// come in between. Loop thread only.
final class PlaylistSync {
  private let library: MusicLibrary
  private let volume: MountedVolume
  private let completion: (Result<SyncReport, Refusal>) -> Void
  private var report: SyncReport
  private var file = SharedPlaylists()
  private var own: [PlaylistID: SyncPlan.Own] = [:]
  /// What each is when both sides agree on it: an edit that comes later is one for the next time.
  private var agreed: [PlaylistID: [UInt8]] = [:]
  private var other: [String: SyncPlan.Other] = [:]
  private var items: [String: SharedPlaylists.Item] = [:]
  /// What the file gets and gives up, and which of the volume's its other playlists are.
  private var parts: [SharedPart] = []
  private var dropped: Set<String> = []
  private var kept: [(identity: PlaylistID, key: String)] = []
  /// Which are the same by now, whether the file is to be written for them or not.
  private var same: [(identity: PlaylistID, key: String)] = []
  /// Of playlists that are too large to be compared, and of those that a restore had nothing of: how both sides were when
  /// they were the same.
  private var aside: [SyncPlan.Pair] = []
  private var isFileThere = true
  private var pairsBefore: [PlaylistID: SyncPlan.Pair] = [:]
  /// How both sides are as long as the file is not written.
  private var pairsNow: [PlaylistID: SyncPlan.Pair] = [:]
  /// Those that the volume gave up, by their keys.
  private var formers: [String: PlaylistID] = [:]
  /// The tracks of the file's playlists, by their keys; of those entries that name anything.
  private var matches: [String: [TrackReference?]] = [:]
  /// The keys of those in the file that name songs by paths where they are no more.
  private var outdated: Set<String> = []
  /// Entries whose songs were not here when both sides became the same: what the file says of each, and what was found.
  private var missing: [(entry: Int64, playlist: PlaylistID, wanted: WantedTrack)] = []
  private var late: [PlaylistID: [(row: Int64, path: [UInt8])]] = [:]
  private var hasSettled = false
  private let canWrite: Bool
  /// Number of restarts if another program writes the file meanwhile.
  private let tries: Int
  private var onlyIfThere = false
  private static let mostTries = 5

  convenience init(
    _ library: MusicLibrary, _ volume: MountedVolume, _ info: VolumeInfo,
    completion: @escaping (Result<SyncReport, Refusal>) -> Void
  ) {
    self.init(
      library, volume, info, SyncReport(volume: info.id), tries: Self.mostTries, completion: completion)
  }

  private init(
    _ library: MusicLibrary, _ volume: MountedVolume, _ info: VolumeInfo, _ report: SyncReport, tries: Int,
    completion: @escaping (Result<SyncReport, Refusal>) -> Void
  ) {
    self.library = library
    self.volume = volume
    self.completion = completion
    self.report = report
    self.tries = tries
    canWrite = !info.isCopy
  }

  /// - Parameter onlyIfThere: nothing is done where there is no file.
  func start(onlyIfThere: Bool) {
    self.onlyIfThere = onlyIfThere
    let root = volume.worker.root
    performOnFiles({ (channel) throws(StoreError) in try VolumeStore.sharedState(in: root, channel) }) {
      state in
      self.volume.hasSharedFile = state.file != nil
      if state.file == nil, onlyIfThere { return self.completion(.success(self.report)) }
      self.isFileThere = state.file != nil
      if let file = state.file { self.file = file }
      for name in state.passedOver { self.leave(name, .unreadable) }
      for item in self.file.items { self.items[item.key] = item }
      for other in state.other { self.other[other.key] = other }
      self.gather(state.own, state)
    }
  }

  /// Asks the store; a failure ends all.
  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Result<Value, Refusal>,
    then: @escaping (Value) -> Void
  ) {
    library.ask(volume, work) { result in
      switch result {
      case .failure(let error): self.fail(Refusal(error))
      case .success(.failure(let refusal)): self.fail(refusal)
      case .success(.success(let value)): then(value)
      }
    }
  }

  /// The same on the thread for whole files.
  private func performOnFiles<Value: Sendable>(
    _ work: @escaping @Sendable (StoreChannel) throws(StoreError) -> Result<Value, Refusal>,
    then: @escaping (Value) -> Void
  ) {
    library.askFiles(volume, work) { result in
      switch result {
      case .failure(let error): self.fail(Refusal(error))
      case .success(.failure(let refusal)): self.fail(refusal)
      case .success(.success(let value)): then(value)
      }
    }
  }

  private func gather(_ identities: [PlaylistID], _ state: VolumeStore.SharedState) {
    let byRow = Set(state.pairs.filter { $0.ownRows != nil }.map(\.identity))
    performOnFiles({ (channel) throws(StoreError) in
      .success(try VolumeStore.owned(identities, byRow: byRow, channel))
    }) { owned in
      for name in owned.tooLarge.values { self.leave(name, .tooLong) }
      self.own = Dictionary(owned.found.map { ($0.identity, $0) }) { first, _ in first }
      self.agreed = self.own.mapValues(\.digest.whole)
      self.aside = state.pairs.filter { owned.tooLarge[$0.identity] != nil }
      let keysAside = Set(self.aside.map(\.key))
      // What the volume has given up, and the file has in a way in which it can't be taken now.
      if !state.passedOver.isEmpty {
        let (here, there) = (Set(state.own), Set(state.other.map(\.key)))
        self.aside += state.pairs.filter { !here.contains($0.identity) && !there.contains($0.key) }
      }
      self.pairsBefore = Dictionary(state.pairs.map { ($0.identity, $0) }) { first, _ in first }
      self.gatherPairs(here: Set(identities), isFileWhole: state.passedOver.isEmpty)
      func plan(_ same: Set<SyncPlan.CandidatePair>) -> SyncPlan {
        SyncPlan(
          own: owned.found, other: state.other.filter { !keysAside.contains($0.key) },
          pairs: state.pairs.filter { owned.tooLarge[$0.identity] == nil }, same: same,
          isFileThere: self.isFileThere, isFileWhole: state.passedOver.isEmpty)
      }
      let first = plan([])
      self.findMissing(first) {
        self.match(first) {
          if first.doubts.isEmpty { return self.carryOut(first.steps[...]) }
          self.compare(first.doubts) { same in self.carryOut(plan(same).steps[...]) }
        }
      }
    }
  }

  private func gatherPairs(here: Set<PlaylistID>, isFileWhole: Bool) {
    pairsNow = pairsBefore
    for pair in pairsBefore.values where !here.contains(pair.identity) {
      formers[pair.key] = pair.identity
      // Nobody has it any more.
      if isFileThere, isFileWhole, other[pair.key] == nil { pairsNow[pair.identity] = nil }
    }
  }

  /// Looks for entries that name nothing here in what both sides agree on: songs may have come, or others of their names have
  /// gone.
  private func findMissing(_ plan: SyncPlan, then: @escaping () -> Void) {
    var keys: [PlaylistID: String] = [:]
    for case .keep(let identity, let key) in plan.steps { keys[identity] = key }
    if keys.isEmpty { return then() }
    let identities = Set(keys.keys)
    performOnFiles({ (channel) throws(StoreError) in
      .success(try VolumeStore.missingEntries(of: identities, channel))
    }) { found in
      for (identity, entries) in found {
        guard let item = keys[identity].flatMap({ self.items[$0] }),
          let theirs = try? self.file.playlist(item)
        else { continue }
        let named = theirs.entries.compactMap { entry in WantedTrack(entry).map { (entry, $0) } }
        guard named.count == entries.count else { continue }
        for missing in entries.missing {
          let (entry, wanted) = named[missing.position]
          // One that names another volume is not looked for here.
          if entry.volume != nil || wanted.path(from: []) != missing.path { continue }
          self.missing.append((missing.row, identity, wanted))
        }
      }
      then()
    }
  }

  /// Finds out which of them mean the same.
  private func compare(
    _ meetings: [SyncPlan.CandidatePair], then: @escaping (Set<SyncPlan.CandidatePair>) -> Void
  ) {
    guard let home = volume.info?.id else { return completion(.failure(.volumeGone)) }
    let comparison = SharedComparison(
      file: file, items: items, matches: matches, home: home)
    performOnFiles({ (channel) throws(StoreError) in .success(try comparison.same(of: meetings, channel)) }) {
      then($0)
    }
  }

  /// A playlist and that of the file stay as they are, and what they are to each other.
  private func leave(_ identity: PlaylistID, _ reason: SyncReport.Reason) {
    leave(own[identity]?.name ?? "", reason)
    if let pair = pairsBefore[identity] { aside.append(pair) }
  }

  /// Reports that a playlist stays on its side alone.
  private func leave(_ name: String, _ reason: SyncReport.Reason) {
    guard report.left.count < SyncReport.mostNamed, !report.left.contains(where: { $0.name == name }) else {
      return
    }
    report.left.append(SyncReport.Left(name: name, reason: reason))
  }

  // MARK: Steps

  /// Finds the tracks of all that is to be taken from the file or compared, at once: each time goes through all tracks
  /// there are.
  private func match(_ plan: SyncPlan, then: @escaping () -> Void) {
    var keys: [String] = []
    for step in plan.steps {
      switch step {
      case .take(let key, _), .both(_, let key): keys.append(key)
      case .keep, .write, .remove, .drop, .leave, .pass: continue
      }
    }
    keys += plan.doubts.map(\.key)
    var wanted: [WantedTrack] = []
    var ranges: [String: Range<Int>] = [:]
    for key in keys where ranges[key] == nil {
      guard let item = items[key], let playlist = try? file.playlist(item) else { continue }
      let start = wanted.count
      wanted += playlist.entries.compactMap { WantedTrack($0) }
      ranges[key] = start..<wanted.count
    }
    let start = wanted.count
    wanted += missing.map(\.wanted)
    if wanted.isEmpty { return then() }
    library.match(wanted, from: (volume, []), request: LibraryRequest()) { tracks in
      self.follow(wanted, tracks) { tracks, followed in
        for (key, range) in ranges {
          self.matches[key] = Array(tracks[range])
          if range.contains(where: { followed.contains($0) }) { self.outdated.insert(key) }
        }
        for (missing, track) in zip(self.missing, tracks[start...]) {
          // One elsewhere would be missing again wherever the volume goes to.
          guard let track, track.volume == self.volume.info?.id else { continue }
          self.late[missing.playlist, default: []].append((missing.entry, track.path))
        }
        then()
      }
    }
  }

  /// Finds those that scans have found elsewhere than the file says.
  ///
  /// - Parameter then: gets the tracks, and which of them are such.
  private func follow(
    _ wanted: [WantedTrack], _ tracks: [TrackReference?],
    then: @escaping ([TrackReference?], Set<Int>) -> Void
  ) {
    guard let home = volume.info?.id else { return completion(.failure(.volumeGone)) }
    performOnFiles({ (channel) throws(StoreError) in
      let moved = try channel.perform { $0.moved }
      var places: [Int: [UInt8]] = [:]
      for (index, track) in wanted.enumerated() where !moved.isEmpty {
        let path = track.path(from: [])
        guard let row = moved[path] else { continue }
        places[index] = try channel.perform { (store) throws(StoreError) in
          try store.place(ofRow: row, movedFrom: path)
        }
      }
      return .success(places)
    }) { places in
      var tracks = tracks
      for (index, path) in places { tracks[index] = TrackReference(volume: home, path: path) }
      then(tracks, Set(places.keys))
    }
  }

  private func carryOut(_ steps: ArraySlice<SyncPlan.Step>) {
    var rest = steps
    // A step that asks for nothing needs no turn of its own: a file may have thousands of them.
    while let step = rest.popFirst() {
      let behind = rest
      let next = { self.carryOut(behind) }
      switch step {
      case .keep(let identity, let key):
        keep(identity, key)
        if let found = late[identity] { return settle(missing: found, of: identity, then: next) }
      case .write(let identity, let key):
        write(identity, under: key)
        report.written.append(own[identity]?.name ?? "")
      case .leave(let identity): leave(identity, .held)
      case .pass(let identity, let key):
        leave(other[key]?.name ?? "", .notRestored)
        if let pair = pairsBefore[identity] { aside.append(pair) }
      case .drop(let key):
        report.dropped.append(other[key]?.name ?? "")
        dropped.insert(key)
      case .take(let key, let identity):
        return take(key, into: identity, rival: nil) { taken, name in
          // A restart may find it already taken.
          let isFirst = self.tries == Self.mostTries || !self.report.taken.contains(name)
          if isFirst { self.report.taken.append(name) }
          self.keep(taken, key)
          next()
        }
      case .both(let identity, _) where !canWrite:
        // As long as the file can't be identified, it would be another one after each change in it.
        report.isReadOnly = true
        leave(identity, .unwritable)
      case .both(let identity, let key):
        return take(key, into: nil, rival: identity) { taken, name in
          self.report.conflicts.append(
            SyncReport.Conflict(name: self.own[identity]?.name ?? "", other: name))
          self.write(identity, under: key)
          self.write(taken, under: nil)
          next()
        }
      case .remove(let identity):
        report.removed.append(own[identity]?.name ?? "")
        let expected = agreed[identity]
        return perform({ (store) throws(StoreError) in
          try store.give(up: identity, expecting: expected)
        }) { _ in
          self.pairsNow[identity] = nil
          next()
        }
      }
    }
    write()
  }

  /// Both sides are the same; but nobody knows later where a song was that the file still names by that.
  private func keep(_ identity: PlaylistID, _ key: String) {
    same.append((identity, key))
    if canWrite, outdated.contains(key) {
      write(identity, under: key)
    } else {
      kept.append((identity, key))
    }
  }

  private func settle(
    missing found: [(row: Int64, path: [UInt8])], of identity: PlaylistID, then: @escaping () -> Void
  ) {
    let expected = agreed[identity]
    perform({ (store) throws(StoreError) in
      .success(try store.settle(missing: found, of: identity, expecting: expected))
    }) { digest in
      if let digest {
        self.agreed[identity] = digest
        self.hasSettled = true
      }
      then()
    }
  }

  private func write(_ identity: PlaylistID, under key: String?) {
    parts.append(SharedPart(identity: identity, key: key))
  }

  /// - Parameter rival: the volume's, where both sides were changed.
  private func take(
    _ key: String, into identity: PlaylistID?, rival: PlaylistID?,
    then: @escaping (PlaylistID, String) -> Void
  ) {
    guard let item = items[key], let playlist = try? file.playlist(item), let home = volume.info?.id,
      let digest = other[key]?.digest.whole
    else { return completion(.failure(.volumeGone)) }
    var source = VolumeStore.SharedSource(key: key, digest: digest, rival: rival)
    guard let identity else {
      source.former = formers[key]
      return take(playlist, from: source, into: nil, at: home, FormerEntries(), then: then)
    }
    // A program that drops unknown keys has lost the entries' references to other volumes.
    let isComplete = playlist.entries.contains { $0.volume != nil }
    perform({ (store) throws(StoreError) in
      let entries = try store.sharedPlaylist(identity)?.playlist?.entries ?? []
      return .success(FormerEntries(entries, withVolumes: !isComplete))
    }) { former in
      self.take(playlist, from: source, into: identity, at: home, former, then: then)
    }
  }

  /// - Parameters:
  ///   - home: the volume of the file.
  ///   - former: what is there.
  private func take(
    _ playlist: SharedPlaylist, from source: VolumeStore.SharedSource, into identity: PlaylistID?,
    at home: VolumeID, _ former: FormerEntries, then: @escaping (PlaylistID, String) -> Void
  ) {
    var tracks = (matches[source.key] ?? [])[...]
    var entries: [PlaylistEntry] = []
    for var shared in playlist.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      shared.volume = shared.volume ?? shared.path.flatMap { former.volume(of: $0) }
      var track = shared.track(elsewhereThan: home) ?? match
      if track == nil, shared.path == nil, shared.volume == nil,
        let path = former.path(of: shared.fileName), path != wanted.path(from: [])
      {
        track = TrackReference(volume: home, path: path)
      }
      if track == nil, report.unmatched.count < SyncReport.mostNamed {
        report.unmatched.append(SharedName.spelling(of: shared.path ?? shared.fileName))
      }
      let missing = TrackReference(volume: home, path: wanted.path(from: []))
      entries.append(PlaylistEntry(shared, track ?? missing))
    }
    let (fields, taken, expected) = (playlist.fields, entries, identity.flatMap { agreed[$0] })
    perform({ (store) throws(StoreError) in
      try store.take(identity, expecting: expected, named: playlist.name, taken, fields, from: source)
    }) { (identity, name, digest) in
      self.agreed[identity] = digest
      if let former = source.former { self.pairsNow[former] = nil }
      if let rival = source.rival {
        self.pairsNow[rival] = SyncPlan.Pair(
          identity: rival, key: source.key, own: SyncPlan.Pair.newer, other: source.digest)
      }
      then(identity, name)
    }
  }

  // MARK: The end

  private func write() {
    guard !parts.isEmpty || !dropped.isEmpty || !isFileThere else {
      return settle(VolumeStore.SharedWriting())
    }
    remember {
      if self.canWrite { return self.writeFile() }
      self.report.isReadOnly = true
      self.report.written = []
      self.report.dropped = []
      self.finish()
    }
  }

  /// Whatever comes of the writing: what was found to be the same is no change by anybody afterwards.
  private func remember(then: @escaping () -> Void) {
    for (identity, key) in same {
      guard let own = agreed[identity], let theirs = other[key]?.digest.whole else { continue }
      pairsNow[identity] = SyncPlan.Pair(identity: identity, key: key, own: own, other: theirs)
    }
    if pairsNow == pairsBefore { return then() }
    perform({ [pairs = Array(pairsNow.values)] (store) throws(StoreError) in
      try store.know(shared: pairs)
      return .success(true)
    }) { _ in then() }
  }

  private func writeFile() {
    let (file, parts, dropped, root) = (file, parts, dropped, volume.worker.root)
    performOnFiles({ (channel) throws(StoreError) in
      try VolumeStore.write(file, parts, dropping: dropped, in: root, channel)
    }) { written in
      guard let written else { return self.beginAnew() }
      self.volume.hasSharedFile = true
      for (identity, name) in written.tooLarge {
        self.report.written.removeAll { $0 == name }
        self.leave(name, .tooLong)
        guard let key = self.parts.first(where: { $0.identity == identity })?.key,
          let theirs = self.other[key]?.digest.whole
        else { continue }
        // They stay each other's, and the volume's the newer one: what it is never was in the file.
        let before = self.pairsBefore[identity].flatMap { $0.other == theirs ? $0.own : nil }
        self.aside.append(
          SyncPlan.Pair(identity: identity, key: key, own: before ?? SyncPlan.Pair.newer, other: theirs))
      }
      self.settle(written)
    }
  }

  /// Another program has written the file since it was read. What was taken from it stays.
  private func beginAnew() {
    renewPlaylists()
    guard let info = volume.info else { return fail(.volumeGone) }
    guard tries > 1 else {
      return fail(
        .badFile(
          "\(VolumeStore.sharedFile.folder)/\(VolumeStore.sharedFile.name): another program is writing it; the next sync "
            + "includes the changes"))
    }
    var report = report
    (report.written, report.dropped, report.left) = ([], [], [])
    PlaylistSync(library, volume, info, report, tries: tries - 1, completion: completion)
      .start(onlyIfThere: onlyIfThere)
  }

  /// Remembers how both sides are now.
  private func settle(_ written: VolumeStore.SharedWriting) {
    var known = Array(written.written.values)
    for (identity, key) in kept {
      guard let own = agreed[identity], let theirs = other[key]?.digest.whole else { continue }
      known.append(
        SyncPlan.Pair(identity: identity, key: written.keys[key] ?? key, own: own, other: theirs))
    }
    known += aside.map { pair in
      SyncPlan.Pair(
        identity: pair.identity, key: written.keys[pair.key] ?? pair.key, own: pair.own, other: pair.other)
    }
    perform({ [known] (store) throws(StoreError) in
      try store.keep(shared: known)
      return .success(true)
    }) { _ in self.finish() }
  }

  /// Playlists taken until then stay, and are reported.
  private func fail(_ refusal: Refusal) {
    renewPlaylists()
    guard case .badFile(let reason, let fault) = refusal, !report.conflicts.isEmpty else {
      return completion(.failure(volume.reason(refusal)))
    }
    let copies = report.conflicts.prefix(Self.mostToldInFailure).map {
      "\"\($0.name)\" was changed on both sides; the version of the file is \"\($0.other)\" here"
    }
    completion(.failure(.badFile(([reason] + copies).joined(separator: "; "), fault)))
  }

  private static let mostToldInFailure = 3

  private func finish() {
    renewPlaylists()
    completion(.success(report))
  }

  private func renewPlaylists() {
    if !report.taken.isEmpty || !report.removed.isEmpty || !report.conflicts.isEmpty || hasSettled {
      library.renewPlaylists(of: volume)
    }
  }
}
