import Control
import Library
import Linux
import Model

/// Analyses, as the protocol asks for them.
final class AnalysesAdapter: SongAnalyses {
  private let analysisScheduler: AnalysisScheduler
  private let library: MusicLibrary
  private let orders: PlaylistOrders

  private let chords: ChordFollower
  private let recordings: Recordings
  private let remote: RemoteAnalyses

  init(
    _ analysisScheduler: AnalysisScheduler, _ remote: RemoteAnalyses, chords: ChordFollower,
    recordings: Recordings, library: MusicLibrary
  ) {
    self.remote = remote
    self.analysisScheduler = analysisScheduler
    self.chords = chords
    self.recordings = recordings
    orders = PlaylistOrders(library: library)
    self.library = library
  }

  var progress: AnalysisProgress {
    var progress = AnalysisProgress()
    progress.when = analysisScheduler.when
    progress.current = analysisScheduler.current.flatMap { library.uri(of: $0) }
    progress.percent = analysisScheduler.percent
    progress.waiting = analysisScheduler.waitingCount
    progress.songs = analysisScheduler.tally.songs
    progress.failed = analysisScheduler.tally.failed
    progress.rate = analysisScheduler.tally.rate
    progress.remote = remote.progress { library.uri(of: $0) }
    return progress
  }

  /// Counted a moment ago, and how many songs were done then: who follows the work asks several times a second, and
  /// counting takes a board a fifth of a second per 100,000 songs.
  private var counted: (totals: AnalysisTotals, songs: Int, at: Instant)?
  private static let lasting = Duration.seconds(5)

  func count(completion: @escaping (AnalysisTotals) -> Void) {
    let songs = analysisScheduler.tally.songs + analysisScheduler.tally.failed
    if let counted, counted.songs == songs, Instant.now() - counted.at < Self.lasting {
      return completion(counted.totals)
    }
    library.analyses.count(.chords) { [weak self] totals in
      self?.counted = (totals, songs, Instant.now())
      completion(totals)
    }
  }

  func analyze(_ uri: String?, isForced: Bool, completion: @escaping Completion<Int>) {
    counted = nil
    guard let uri else {
      analysisScheduler.hurry(isForced: isForced)
      return count { completion(.success($0.songs - (isForced ? 0 : $0.done))) }
    }
    library.catalogue.references(at: uri, limit: AnalysisScheduler.mostAsked) { [weak self] result in
      guard let self else { return completion(.failure(.volumeGone)) }
      completion(
        result.flatMap { tracks in
          guard analysisScheduler.ask(for: tracks, isForced: isForced) else {
            return .failure(
              .failed(
                .limitReached,
                "\(AnalysisScheduler.mostAsked) songs can wait at most: analyze everything, or fewer songs"))
          }
          return .success(tracks.count)
        }.mapError { $0 == .noSuchDirectory ? .noSuchPath : $0 })
    }
  }

  var currentChord: (chord: ChordSegment, key: MusicalKey?)? { chords.current.map { ($0, chords.key) } }

  func notesOfTake(completion: @escaping Completion<MusicAnalysis>) -> Query {
    do throws(Refusal) {
      let take = OpenFile(try recordings.openTake())
      if let known = recordings.analyses[.own], known.notes != nil {
        return .answered(.success(known), completion)
      }
      return analysisScheduler.analyze(take, .notes, completion: keeping(.own, completion))
    } catch {
      return .refused(error, completion)
    }
  }

  /// Stores the result with the take, unless another one has begun meanwhile.
  private func keeping(
    _ source: AnalysisSource, _ completion: @escaping Completion<MusicAnalysis>
  ) -> Completion<MusicAnalysis> {
    let number = recordings.takeNumber
    return { [recordings] result in
      if case .success(let analysis) = result, recordings.takeNumber == number {
        recordings.analyses[source] = analysis
      }
      completion(result)
    }
  }

  func analyzeTake(by source: AnalysisSource, completion: @escaping Completion<MusicAnalysis>) -> Query {
    do throws(Refusal) {
      let take = OpenFile(try recordings.openTake())
      let keep = keeping(source, completion)
      switch source {
      case .own: return analysisScheduler.analyze(take, .chords, completion: keep)
      case .remote: return remote.add(take, of: nil, suffix: "flac", completion: keep)
      }
    } catch {
      return .refused(error, completion)
    }
  }

  func analyzeRemotely(_ song: SongChoice, completion: @escaping Completion<AnalysisReport>) -> Query {
    guard let track = library.reference(of: song) else { return .refused(.noSuchSong, completion) }
    let query = Query()
    let name = track.path.split(separator: UInt8(ascii: "/")).last ?? []
    let suffix = String(decoding: name.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self)
    let keep = passingRefusals(to: completion) { [weak self] in self?.keep($0, of: track, completion) }
    library.files.open(
      track,
      completion: passingRefusals(to: completion) { [remote] file in
        if query.isCancelled { return completion(.failure(.volumeGone)) }
        query.rest = remote.add(file, of: track, suffix: suffix, completion: keep)
      })
    return query
  }

  /// Keeps what a server found, and answers with it.
  private func keep(
    _ analysis: MusicAnalysis, of track: TrackReference, _ completion: @escaping Completion<AnalysisReport>
  ) {
    library.analyses.keepRemote(
      analysis, of: track,
      completion: passingRefusals(to: completion) { [weak self] outcome in
        guard outcome != .noSpace else {
          return completion(
            .failure(.failed(.volumeFull, "Not enough space on the volume: 16 MiB must stay free")))
        }
        self?.changed(track, completion)
      })
  }

  func show(_ source: AnalysisSource, of song: SongChoice, completion: @escaping Completion<AnalysisReport>) {
    guard let track = library.reference(of: song) else { return completion(.failure(.noSuchSong)) }
    library.analyses.show(source, of: track) { [weak self] result in
      guard case .success = result else { return completion(result) }
      self?.changed(track, completion)
    }
  }

  /// Follows a change of a song's analysis, and reports the analysis.
  private func changed(_ track: TrackReference, _ completion: @escaping Completion<AnalysisReport>) {
    chords.readAgain(track)
    analysisScheduler.notify(.analysis)
    library.analyses.report(of: track, withRecord: true, completion: completion)
  }

  func cancel() {
    counted = nil
    analysisScheduler.cancel()
    remote.cancel()
  }

  func analysis(
    of song: SongChoice, withRecord: Bool, completion: @escaping Completion<AnalysisReport>
  ) -> Query {
    guard let track = library.reference(of: song) else { return .refused(.noSuchSong, completion) }
    return library.analyses.report(of: track, withRecord: withRecord, completion: completion)
  }

  func analysis(
    of song: SongChoice, finding part: AnalysisPart, completion: @escaping Completion<AnalysisReport>
  ) -> Query {
    guard let track = library.reference(of: song) else { return .refused(.noSuchSong, completion) }
    let query = Query()
    query.rest = library.analyses.report(
      of: track, withRecord: true,
      completion: passingRefusals(to: completion) { [analysisScheduler] report in
        let isThere = part == .chords ? report.analysis?.chords != nil : report.analysis?.notes != nil
        guard !isThere, report.outcome == nil || report.outcome == .done else {
          return completion(.success(report))
        }
        query.rest = analysisScheduler.find(part == .chords ? .chords : .notes, of: track) {
          completion($0.map { report.with($0) })
        }
      })
    return query
  }

  func order(_ playlist: String, undoes: Bool, completion: @escaping Completion<(known: Int, all: Int)>) {
    if undoes {
      orders.undo(playlist, completion: completion)
    } else {
      orders.flow(playlist, completion: completion)
    }
  }

  func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([FittingSong]) -> Void
  ) {
    library.analyses.mixable(tempo, key, limit: limit, completion: completion)
  }

  func say(
    tempo: Double??, key: MusicalKey??, of song: SongChoice, completion: @escaping Completion<AnalysisReport>
  ) {
    guard let track = library.reference(of: song) else { return completion(.failure(.noSuchSong)) }
    library.analyses.say(tempo: tempo, key: key, of: track) { [weak self] result in
      guard let self, case .success = result else { return completion(result) }
      changed(track, completion)
    }
  }
}

extension AnalysisReport {
  /// The same with what was found since.
  fileprivate func with(_ found: MusicAnalysis) -> AnalysisReport {
    var report = self
    report.analysis = found
    report.foundKey = report.foundKey ?? found.key?.key
    return report
  }
}
