import Linux
public import Model

/// Analyses of tracks. Completions are called on the loop, once.
extension MusicLibrary {
  /// What is known of a track's tempo, key and loudness.
  /// - Parameter withRecord: all that was found as well: beats, chords, waveform.
  @discardableResult
  public func analysis(
    of track: TrackReference, withRecord: Bool,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> LibraryRequest {
    let worker = withRecord ? open(track.volume)?.worker : nil
    return read(
      of: track,
      { (store, path) throws(StoreError) in
        guard let worker else { return try store.analysis(at: path, nil) }
        return try worker.withAnalyses(of: store) { (opener) throws(StoreError) in
          try store.analysis(at: path, opener.openAnalyses(of: store))
        }
      }, completion: completion)
  }

  /// Keeps what an analysis came to. Where its volume has gone meanwhile, nothing is kept.
  public func keep(
    _ outcome: AnalysisOutcome, _ analysis: MusicAnalysis?, problem: String?, of track: TrackReference,
    completion: @escaping (Result<AnalysisOutcome, Refusal>) -> Void
  ) {
    guard let worker = open(track.volume)?.worker else {
      return later { completion(.failure(.volumeGone)) }
    }
    change(
      of: track,
      { (store, path) throws(StoreError) in
        try worker.withAnalyses(of: store) { (opener) throws(StoreError) in
          try store.keep(outcome, analysis, problem: problem, at: path, opener.analyses(of: store))
        }
      }, completion: completion)
  }

  /// What a person says of a track's tempo and key; nil leaves it, `.some(nil)` takes it back.
  public func say(
    tempo: Double??, key: MusicalKey??, of track: TrackReference,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) {
    change(
      of: track, { (store, path) throws(StoreError) in try store.say(tempo: tempo, key: key, at: path) },
      completion: completion)
  }

  /// A window of a volume's tracks that lack an analysis, in natural order; empty where it has gone.
  public func lackingAnalysis(
    _ depth: AnalysisDepth, on volume: VolumeID, after cursor: AnalysisCursor?,
    completion: @escaping (AnalysisCandidates) -> Void
  ) {
    let worker = open(volume)?.worker
    askOf(
      volume, AnalysisCandidates(),
      { (store) throws(StoreError) in
        // Sees whether somebody has deleted what was found.
        try worker?.withAnalyses(of: store) { (opener) throws(StoreError) in
          _ = try opener.openAnalyses(of: store)
        }
        return try store.lackingAnalysis(depth, after: cursor)
      }, completion)
  }

  /// Those of some tracks that lack one, in their order; tracks of volumes that have gone are left out.
  /// - Parameter again: those as well of which there is none for a reason.
  public func lackingAnalysis(
    _ depth: AnalysisDepth, among tracks: [TrackReference], again: Bool = false,
    completion: @escaping ([TrackReference]) -> Void
  ) {
    guard let volume = tracks.first?.volume else { return later { completion([]) } }
    let run = tracks.prefix { $0.volume == volume }
    let paths = run.map(\.path)
    let rest = Array(tracks.dropFirst(run.count))
    askOf(
      volume, [[UInt8]](),
      { (store) throws(StoreError) in
        try store.lackingAnalysis(depth, among: paths, again: again)
      }
    ) { [weak self] found in
      let found = found.map { TrackReference(volume: volume, path: $0) }
      guard let self, !rest.isEmpty else { return completion(found) }
      lackingAnalysis(depth, among: rest, again: again) { completion(found + $0) }
    }
  }

  public func favouritesLackingAnalysis(
    on volume: VolumeID, completion: @escaping ([TrackReference]) -> Void
  ) {
    askOf(
      volume, [TrackReference](), { (store) throws(StoreError) in try store.favouritesLackingAnalysis() },
      completion)
  }

  public func countAnalyses(
    _ depth: AnalysisDepth, on volume: VolumeID, completion: @escaping (AnalysisCount) -> Void
  ) {
    let worker = open(volume)?.worker
    askOf(
      volume, AnalysisCount(),
      { (store) throws(StoreError) in
        try worker?.withAnalyses(of: store) { (opener) throws(StoreError) in
          _ = try opener.openAnalyses(of: store)
        }
        return try store.countAnalyses(depth)
      }, completion)
  }

  /// Marks every song of a volume for a new analysis, or unmarks those not done yet; results stay until then.
  public func analyseAnew(_ isWanted: Bool, on volume: VolumeID, completion: @escaping () -> Void = {}) {
    askOf(
      volume, (),
      { (store) throws(StoreError) in
        if isWanted { try store.markAnalysesForAnother() } else { try store.keepMarkedAnalyses() }
      }, completion)
  }

  private func askOf<Value: Sendable>(
    _ volume: VolumeID, _ none: Value, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    _ completion: @escaping (Value) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(none) } }
    ask(mounted, work) { (result: Result<Value, StoreError>) in completion((try? result.get()) ?? none) }
  }

  /// Opens a track's file on a thread that may wait for its volume.
  public func openFile(
    of track: TrackReference, completion: @escaping (Result<OpenFile, Refusal>) -> Void
  ) {
    guard let mounted = open(track.volume) else { return later { completion(.failure(.volumeGone)) } }
    let opener = opener(of: track)
    askFiles(
      mounted,
      { (_) throws(StoreError) in
        OpenFile(try mapSystemError { () throws(SystemError) in try opener() })
      }
    ) { (result: Result<OpenFile, StoreError>) in completion(result.mapError { Refusal($0) }) }
  }
}
