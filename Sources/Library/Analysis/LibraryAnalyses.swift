import Linux
public import Model

/// Analyses of tracks. Completions are called on the loop, once.
public struct LibraryAnalyses {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Reads a track's tempo, key and loudness.
  /// - Parameter withRecord: all that was found as well: beats, chords, waveform.
  @discardableResult
  public func report(
    of track: TrackReference, withRecord: Bool,
    completion: @escaping Completion<AnalysisReport>
  ) -> Query {
    let worker = withRecord ? library.open(track.volume)?.worker : nil
    return library.read(
      of: track,
      { (store, path) throws(StoreError) in
        guard let worker else { return try store.analyses.report(at: path, nil) }
        return try worker.withAnalyses(of: store) { (database) throws(StoreError) in
          try store.analyses.report(at: path, database)
        }
      }, completion: completion)
  }

  /// Stores the outcome of an analysis. Stores nothing if its volume was removed meanwhile.
  public func keep(
    _ outcome: AnalysisOutcome, _ analysis: MusicAnalysis?, problem: String?, of track: TrackReference,
    completion: @escaping Completion<AnalysisOutcome>
  ) {
    keep(of: track, completion) { (store, path, database) throws(StoreError) in
      try store.scanWrite { (transaction) throws(StoreError) in
        try store.analyses.keep(outcome, analysis, problem: problem, at: path, database, in: transaction)
      }
    }
  }

  /// Keeps what a server found of a track, beside what the jukebox found.
  public func keepRemote(
    _ analysis: MusicAnalysis, of track: TrackReference,
    completion: @escaping Completion<AnalysisOutcome>
  ) {
    keep(of: track, completion) { (store, path, database) throws(StoreError) in
      try store.edit { (transaction) throws(StoreError) in
        try store.analyses.keepRemote(analysis, at: path, database, in: transaction)
      }
    }
  }

  private func keep(
    of track: TrackReference, _ completion: @escaping Completion<AnalysisOutcome>,
    _ write:
      @escaping @Sendable (VolumeStore, [UInt8], AnalysisDatabase?) throws(StoreError) -> Result<
        AnalysisOutcome, Refusal
      >
  ) {
    guard let worker = library.open(track.volume)?.worker else {
      return library.later { completion(.failure(.volumeGone)) }
    }
    change(
      of: track,
      { (store, path) throws(StoreError) in
        try worker.withAnalyses(of: store, isMade: true) { (database) throws(StoreError) in
          try write(store, path, database)
        }
      }, completion: completion)
  }

  private func change<Value: Sendable>(
    of track: TrackReference,
    _ write: @escaping @Sendable (VolumeStore, [UInt8]) throws(StoreError) -> Result<Value, Refusal>,
    completion: @escaping Completion<Value>
  ) {
    library.change(of: track, write) { [library] in
      library.open(track.volume)?.sums.soundsChanged()
      completion($0)
    }
  }

  /// Chooses whose analysis of a track counts and is shown.
  public func show(
    _ source: AnalysisSource, of track: TrackReference,
    completion: @escaping Completion<AnalysisReport>
  ) {
    change(
      of: track,
      { (store, path) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.analyses.show(source, at: path, in: transaction)
        }
      }, completion: completion)
  }

  /// Sets the tempo and key that a person enters for a track; nil leaves one, `.some(nil)` removes it.
  public func say(
    tempo: Double??, key: MusicalKey??, of track: TrackReference,
    completion: @escaping Completion<AnalysisReport>
  ) {
    change(
      of: track,
      { (store, path) throws(StoreError) in
        try store.edit { (transaction) throws(StoreError) in
          try store.analyses.say(tempo: tempo, key: key, at: path, in: transaction)
        }
      },
      completion: completion)
  }

  /// The track to be analysed next: the first one near that lacks chords, else a favourite that lacks them, else the first
  /// one that lacks an analysis of a depth in a window of each volume, in natural order.
  /// - Parameters:
  ///   - near: tracks that are wanted soon.
  ///   - favourites: volumes whose favourites count.
  ///   - places: where the windows begin; nil at the volume's first track.
  ///   - completion: gets the track and the depth; and where the windows that have none continue, nil at the volume's end.
  public func next(
    _ near: [TrackReference], favouritesOn favourites: [VolumeID], _ depth: AnalysisDepth,
    after places: [(volume: VolumeID, cursor: AnalysisCursor?)],
    completion:
      @escaping (
        (track: TrackReference, depth: AnalysisDepth)?, _ passed: [(VolumeID, AnalysisCursor?)]
      ) -> Void
  ) {
    let legs = library.ordered.compactMap { volume in
      volume.info.map { (volume: volume, leg: (id: $0.id, worker: volume.worker)) }
    }
    library.sweep(legs) { (store, leg) throws(StoreError) -> Candidates in
      let paths = near.filter { $0.volume == leg.id }.map(\.path)
      let lacking = try store.analyses.lacking(.chords, among: paths, again: false)
      if !lacking.isEmpty { return .near(lacking.map { TrackReference(volume: leg.id, path: $0) }) }
      if favourites.contains(leg.id), let track = try store.analyses.favouritesLacking(on: leg.id).first {
        return .favourite(track)
      }
      guard let place = places.first(where: { $0.volume == leg.id }) else { return .none }
      // Sees whether somebody has deleted what was found.
      try leg.worker.withAnalyses(of: store) { _ in }
      return .window(try store.analyses.lacking(depth, on: leg.id, after: place.cursor))
    } completion: { answers in
      var (close, favourite): (Set<TrackReference>, TrackReference?) = ([], nil)
      var (first, passed): (TrackReference?, [(VolumeID, AnalysisCursor?)]) = (nil, [])
      for (leg, answer) in zip(legs, answers) {
        switch (try? answer.result.get()) ?? .window(AnalysisCandidates()) {
        case .near(let tracks): close.formUnion(tracks)
        case .favourite(let track): favourite = favourite ?? track
        case .window(let window) where window.tracks.isEmpty: passed.append((leg.leg.id, window.next))
        case .window(let window): first = first ?? window.tracks.first
        case .none: continue
        }
      }
      let soon = near.first { close.contains($0) } ?? favourite
      completion(soon.map { ($0, .chords) } ?? first.map { ($0, depth) }, passed)
    }
  }

  /// Tracks of a volume that may be analysed next.
  private enum Candidates: Sendable {
    case near([TrackReference])
    case favourite(TrackReference)
    case window(AnalysisCandidates)
    case none
  }

  /// Those of some tracks that lack one, in their order; tracks of volumes that have gone are left out.
  /// - Parameter again: those as well of which there is none for a reason.
  public func lacking(
    _ depth: AnalysisDepth, among tracks: [TrackReference], again: Bool = false,
    completion: @escaping ([TrackReference]) -> Void
  ) {
    let paths = Dictionary(grouping: tracks, by: \.volume).mapValues { $0.map(\.path) }
    let legs = paths.compactMap { volume, paths in library.open(volume).map { (volume: $0, leg: paths) } }
    library.sweep(legs) { (store, paths) throws(StoreError) in
      try store.analyses.lacking(depth, among: paths, again: again).map {
        TrackReference(volume: store.identity, path: $0)
      }
    } completion: { found in
      let lacking = Set(found.flatMap { (try? $0.result.get()) ?? [] })
      completion(tracks.filter { lacking.contains($0) })
    }
  }

  /// How far the volumes are.
  /// - Parameter volume: nil for all.
  public func count(
    _ depth: AnalysisDepth, on volume: VolumeID? = nil, completion: @escaping (AnalysisTotals) -> Void
  ) {
    let volumes = library.ordered.filter { volume == nil || $0.info?.id == volume }
    library.sweep(volumes.map { ($0, $0.worker) }) { (store, worker) throws(StoreError) in
      // Sees whether somebody has deleted what was found.
      try worker.withAnalyses(of: store) { _ in }
      return try store.analyses.count(depth)
    } completion: { found in
      var sum = AnalysisTotals()
      for case .success(let count) in found.map(\.result) {
        sum.songs += count.songs
        sum.done += count.done
        sum.left += count.left
      }
      completion(sum)
    }
  }

  /// Marks every song of a volume for a new analysis, or unmarks those not done yet; results stay until then.
  public func analyseAgain(_ isWanted: Bool, on volume: VolumeID, completion: @escaping () -> Void = {}) {
    library.ask(on: volume, { (store) throws(StoreError) in try store.analyses.analyseAgain(isWanted) }) {
      _ in
      completion()
    }
  }

  /// Tracks of all open volumes that go with a song of this tempo and key, the best first.
  public func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([FittingSong]) -> Void
  ) {
    library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.analyses.mixable(tempo, key, limit: limit, on: store.identity)
    } completion: {
      let found = $0.flatMap { (try? $0.result.get()) ?? [] }
      completion(Array(found.sorted { $0.match.distance < $1.match.distance }.prefix(limit)))
    }
  }
}
