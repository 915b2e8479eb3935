import Interchange
import Player

/// Makes a volume's playlists and those in the file of a desktop program the same, a playlist at a time, so that edits
/// come in between. Loop thread only.
final class PlaylistSync {
  private let library: MusicLibrary
  private let volume: MountedVolume
  private let completion: (Result<SyncReport, PlaylistRefusal>) -> Void
  private var report: SyncReport
  private var file = SharedPlaylists()
  private var own: [PlaylistID: SyncPlan.Own] = [:]
  /// What each is when both sides agree on it: an edit that comes later is one for the next time.
  private var agreed: [PlaylistID: [UInt8]] = [:]
  private var other: [String: SyncPlan.Other] = [:]
  private var items: [String: SharedPlaylists.Item] = [:]
  /// What the file is to have, and which of the volume's each of its own playlists is.
  private var parts: [SharedPart] = []
  private var pairs: [(identity: PlaylistID, key: String, isWritten: Bool)] = []
  private var mustWrite = false
  /// The tracks of the file's playlists, by their keys; of those entries that name anything.
  private var matches: [String: [TrackReference?]] = [:]
  private let canWrite: Bool

  init(
    _ library: MusicLibrary, _ volume: MountedVolume, _ info: VolumeInfo,
    completion: @escaping (Result<SyncReport, PlaylistRefusal>) -> Void
  ) {
    self.library = library
    self.volume = volume
    self.completion = completion
    canWrite = !info.isCopy
    report = SyncReport(volume: info.id)
  }

  /// - Parameter onlyIfThere: nothing is done where there is no file.
  func start(onlyIfThere: Bool) {
    let root = volume.worker.root
    performOnFiles({ (channel) throws(StoreError) in try VolumeStore.sharedState(in: root, channel) }) {
      state in
      self.volume.hasSharedFile = state.file != nil
      if state.file == nil, onlyIfThere { return self.completion(.success(self.report)) }
      if let file = state.file { self.file = file } else { self.mustWrite = true }
      for item in self.file.items { self.items[item.key] = item }
      for other in state.other { self.other[other.key] = other }
      self.gather((self.volume.playlists ?? []).map(\.identity), state)
    }
  }

  /// Asks the store; a failure ends all.
  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Result<Value, PlaylistRefusal>,
    then: @escaping (Value) -> Void
  ) {
    library.ask(volume, work) { result in
      switch result {
      case .failure(let error): self.fail(PlaylistRefusal(error))
      case .success(.failure(let refusal)): self.fail(refusal)
      case .success(.success(let value)): then(value)
      }
    }
  }

  /// The same on the thread for whole files.
  private func performOnFiles<Value: Sendable>(
    _ work: @escaping @Sendable (StoreChannel) throws(StoreError) -> Result<Value, PlaylistRefusal>,
    then: @escaping (Value) -> Void
  ) {
    library.askFiles(volume, work) { result in
      switch result {
      case .failure(let error): self.fail(PlaylistRefusal(error))
      case .success(.failure(let refusal)): self.fail(refusal)
      case .success(.success(let value)): then(value)
      }
    }
  }

  private func gather(_ identities: [PlaylistID], _ state: VolumeStore.SharedState) {
    performOnFiles({ (channel) throws(StoreError) in .success(try VolumeStore.owned(identities, channel)) }) {
      found in
      self.own = Dictionary(found.map { ($0.identity, $0) }) { first, _ in first }
      self.agreed = self.own.mapValues(\.digest.whole)
      self.match(SyncPlan(own: found, other: state.other, pairs: state.pairs).steps)
    }
  }

  // MARK: Steps

  /// Finds the tracks of all that is to be taken from the file, at once: each time goes through all tracks there are.
  private func match(_ steps: [SyncPlan.Step]) {
    var wanted: [WantedTrack] = []
    var ranges: [(key: String, range: Range<Int>)] = []
    for step in steps {
      switch step {
      case .take(let key, _), .both(_, let key):
        guard let item = items[key], let playlist = try? file.playlist(item) else { continue }
        let start = wanted.count
        wanted += playlist.entries.compactMap { WantedTrack($0) }
        ranges.append((key, start..<wanted.count))
      case .keep, .write, .remove, .drop: continue
      }
    }
    if wanted.isEmpty { return carryOut(steps[...]) }
    library.match(wanted, from: (volume, []), request: LibraryRequest()) { tracks in
      for (key, range) in ranges { self.matches[key] = Array(tracks[range]) }
      self.carryOut(steps[...])
    }
  }

  private func carryOut(_ steps: ArraySlice<SyncPlan.Step>) {
    guard let step = steps.first else { return write() }
    let next = { self.carryOut(steps.dropFirst()) }
    switch step {
    case .keep(let identity, let key):
      copy(key, for: identity)
      next()
    case .write(let identity, let key):
      write(identity, under: key)
      report.written.append(own[identity]?.name ?? "")
      next()
    case .take(let key, let identity):
      take(key, into: identity) { taken, name in
        self.report.taken.append(name)
        self.copy(key, for: taken)
        next()
      }
    case .both(let identity, let key):
      take(key, into: nil) { taken, name in
        self.report.conflicts.append(SyncReport.Conflict(name: self.own[identity]?.name ?? "", other: name))
        self.write(identity, under: key)
        self.write(taken, under: nil)
        next()
      }
    case .remove(let identity):
      report.removed.append(own[identity]?.name ?? "")
      let expected = agreed[identity]
      perform({ (store) throws(StoreError) in try store.give(up: identity, expecting: expected) }) { _ in
        next()
      }
    case .drop(let key):
      report.dropped.append(other[key]?.name ?? "")
      mustWrite = true
      next()
    }
  }

  private func copy(_ key: String, for identity: PlaylistID) {
    if let item = items[key] { parts.append(.copied(item)) }
    pairs.append((identity, key, false))
  }

  private func write(_ identity: PlaylistID, under key: String?) {
    mustWrite = true
    let key = key ?? identity.description
    parts.append(.own(identity, key: key))
    pairs.append((identity, key, true))
  }

  private func take(
    _ key: String, into identity: PlaylistID?, then: @escaping (PlaylistID, String) -> Void
  ) {
    guard let item = items[key], let playlist = try? file.playlist(item), let home = volume.info?.id else {
      return completion(.failure(.volumeGone))
    }
    guard let identity else { return take(playlist, under: key, into: nil, at: home, [:], then: then) }
    // A program that keeps no keys that it doesn't know has lost what entries said of other volumes.
    if playlist.entries.contains(where: { $0.volume != nil }) {
      return take(playlist, under: key, into: identity, at: home, [:], then: then)
    }
    perform({ (store) throws(StoreError) in
      var former: [String: String] = [:]
      for entry in try store.sharedPlaylist(identity)?.entries ?? [] {
        if let volume = entry.volume, let path = entry.path { former[path] = volume }
      }
      return .success(former)
    }) { former in
      self.take(playlist, under: key, into: identity, at: home, former, then: then)
    }
  }

  /// - Parameters:
  ///   - home: the volume of the file.
  ///   - former: which volumes the entries that are there name, by their paths.
  private func take(
    _ playlist: SharedPlaylist, under key: String, into identity: PlaylistID?, at home: VolumeID,
    _ former: [String: String], then: @escaping (PlaylistID, String) -> Void
  ) {
    var tracks = (matches[key] ?? [])[...]
    var entries: [PlaylistEntry] = []
    for var shared in playlist.entries {
      guard let wanted = WantedTrack(shared) else { continue }
      let match = tracks.popFirst() ?? nil
      shared.volume = shared.volume ?? shared.path.flatMap { former[$0] }
      let track = shared.track(elsewhereThan: home) ?? match
      if track == nil, report.unmatched.count < SyncReport.mostNamed {
        report.unmatched.append(shared.path ?? shared.fileName)
      }
      let missing = TrackReference(volume: home, path: wanted.path(from: []))
      entries.append(PlaylistEntry(shared, track ?? missing))
    }
    let (fields, taken, expected) = (playlist.fields, entries, identity.flatMap { agreed[$0] })
    perform({ (store) throws(StoreError) in
      try store.take(identity, expecting: expected, named: playlist.name, taken, fields)
    }) { (identity, name, digest) in
      self.agreed[identity] = digest
      then(identity, name)
    }
  }

  // MARK: The end

  private func write() {
    guard mustWrite else { return settle([:]) }
    guard canWrite else {
      report.isReadOnly = true
      report.written = []
      report.dropped = []
      return finish()
    }
    let (file, parts, root) = (file, parts, volume.worker.root)
    performOnFiles({ (channel) throws(StoreError) in
      try VolumeStore.write(file, parts, in: root, channel)
    }) { digests in
      self.volume.hasSharedFile = true
      self.settle(digests)
    }
  }

  /// Remembers how both sides are now.
  private func settle(_ written: [PlaylistID: (own: [UInt8], other: [UInt8])]) {
    var known: [SyncPlan.Pair] = []
    for (identity, key, isWritten) in pairs {
      let own = isWritten ? written[identity]?.own : agreed[identity]
      let theirs = isWritten ? written[identity]?.other : other[key]?.digest.whole
      guard let own, let theirs else { continue }
      known.append(SyncPlan.Pair(identity: identity, key: key, own: own, other: theirs))
    }
    perform({ [known] (store) throws(StoreError) in
      try store.keep(shared: known)
      return .success(true)
    }) { _ in self.finish() }
  }

  /// What was taken until then stays, and is told of.
  private func fail(_ refusal: PlaylistRefusal) {
    renewPlaylists()
    completion(.failure(refusal))
  }

  private func finish() {
    renewPlaylists()
    completion(.success(report))
  }

  private func renewPlaylists() {
    if !report.taken.isEmpty || !report.removed.isEmpty || !report.conflicts.isEmpty {
      library.renewPlaylists(of: volume)
    }
  }
}

extension WantedTrack {
  /// - Returns: nil where the entry names nothing.
  fileprivate init?(_ entry: SharedEntry) {
    let text = entry.path.flatMap { $0.isEmpty ? nil : $0 } ?? entry.fileName
    guard let bytes = EscapedName.bytes(of: text), let location = Location(bytes) else { return nil }
    self.init(
      location,
      duration: entry.duration.flatMap { $0 > 0 && $0 < 1e7 ? .microseconds(Int64($0 * 1e6)) : nil })
  }
}

extension SharedEntry {
  /// What it names of another volume than that of the file, whether that is there or not; nil where it names none.
  fileprivate func track(elsewhereThan home: VolumeID) -> TrackReference? {
    guard let id = volume.flatMap({ VolumeID($0) }), id != home,
      let bytes = path.flatMap({ EscapedName.bytes(of: $0) }), !bytes.isEmpty, VolumePath.isValid(bytes)
    else { return nil }
    return TrackReference(volume: id, path: bytes)
  }
}

extension PlaylistEntry {
  fileprivate init(_ shared: SharedEntry, _ track: TrackReference) {
    func time(_ seconds: Double?) -> Duration? {
      seconds.flatMap { $0 >= 0 && $0 < 1e7 ? .microseconds(Int64(($0 * 1e6).rounded())) : nil }
    }
    self.init(track)
    var excerpt = Excerpt(start: time(shared.startOffset) ?? .zero, end: time(shared.endOffset))
    if !excerpt.isValid { excerpt = .whole }
    if let gain = shared.gain, Excerpt.gains.contains(gain) { excerpt.gain = gain }
    if let crossfade = time(shared.crossfade), crossfade <= Excerpt.longestCrossfade {
      excerpt.crossfade = crossfade
    }
    self.excerpt = excerpt
    notes = shared.notes?.prefix(bytes: Self.mostNotesBytes)
    extra = shared.extra.flatMap { $0.utf8.count <= Self.mostExtraBytes ? $0 : nil }
  }
}

extension SharedPlaylist {
  fileprivate var fields: [PlaylistField] {
    let tempo = targetTempo.flatMap { PlaylistField.tempos.contains($0) ? $0 : nil }
    var fields: [PlaylistField] = [
      .notes(notes?.prefix(bytes: PlaylistField.mostNotesBytes)), .colour(colour), .tempo(tempo),
      .extra(extra.flatMap { $0.utf8.count <= PlaylistField.mostExtraBytes ? $0 : nil }),
      .changed(modifiedAt),
    ]
    if let createdAt { fields.append(.made(createdAt)) }
    return fields
  }
}

extension String {
  /// As much of it, in whole characters, as fits; nil where nothing does.
  fileprivate func prefix(bytes count: Int) -> String? {
    var text = Substring(self)
    while text.utf8.count > count { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }
}
