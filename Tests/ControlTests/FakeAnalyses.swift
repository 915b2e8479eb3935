import Model

@testable import Control

/// Analyses in memory, of songs by their URIs.
final class FakeAnalyses: Analyses {
  var progress = AnalysisProgress()
  var totals = AnalysisTotals()
  var reports: [String: AnalysisReport] = [:]
  private(set) var log: [String] = []

  func count(completion: @escaping (AnalysisTotals) -> Void) { completion(totals) }

  func analyze(_ uri: String?, isForced: Bool, completion: @escaping (Result<Int, Refusal>) -> Void) {
    if let uri, reports[uri] == nil { return completion(.failure(.noSuchSong)) }
    log.append("analyze \(uri ?? "all")\(isForced ? " force" : "")")
    completion(.success(uri == nil ? totals.songs : 1))
  }

  var currentChord: (chord: ChordSegment, key: MusicalKey?)?
  var take: MusicAnalysis?

  func notesOfTake(completion: @escaping (Result<MusicAnalysis, Refusal>) -> Void) -> Query {
    log.append("notes of the take")
    completion(take.map { .success($0) } ?? .failure(.failed(.noTake, "There is no recording")))
    return .done
  }

  func analyzeTake(
    by source: AnalysisSource, completion: @escaping (Result<MusicAnalysis, Refusal>) -> Void
  ) -> Query {
    log.append("take \(source)")
    completion(take.map { .success($0) } ?? .failure(.failed(.noTake, "There is no recording")))
    return .done
  }

  func analyzeRemotely(
    _ song: SongChoice, completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query {
    guard var report = reports[uri(song)] else {
      completion(.failure(.noSuchSong))
      return .done
    }
    guard let tempo = report.remoteTempo else {
      completion(.failure(.failed(.remoteTooLarge, "http://example: too large", about: "http://example")))
      return .done
    }
    (report.hasRemote, report.source, report.remoteTempo) = (true, .remote, tempo)
    reports[uri(song)] = report
    completion(.success(report))
    return .done
  }

  func show(
    _ source: AnalysisSource, of song: SongChoice,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) {
    guard reports[uri(song)]?.hasRemote == true else {
      return completion(.failure(.failed(.noAnalysis, "No server has analysed the song")))
    }
    reports[uri(song)]?.source = source
    completion(reports[uri(song)].map { .success($0) } ?? .failure(.noSuchSong))
  }

  func track(of song: SongChoice) -> TrackReference? {
    switch song {
    case .uri(let uri): FakeBackend.track(uri)
    case .track(let track): track
    }
  }

  func cancel() { log.append("cancel") }

  private func uri(_ song: SongChoice) -> String {
    switch song {
    case .uri(let uri): uri
    case .track(let track): String(decoding: track.path, as: UTF8.self)
    }
  }

  func analysis(
    of song: SongChoice, withRecord: Bool, completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query {
    completion(reports[uri(song)].map { .success($0) } ?? .failure(.noSuchSong))
    return .done
  }

  func analysis(
    of song: SongChoice, finding part: AnalysisPart,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query { analysis(of: song, withRecord: true, completion: completion) }

  func order(
    _ playlist: String, undoes: Bool, completion: @escaping (Result<(known: Int, all: Int), Refusal>) -> Void
  ) {
    log.append("order \(playlist)\(undoes ? " back" : "")")
    completion(playlist == "Party" ? .success((3, 4)) : .failure(.noSuchPlaylist))
  }

  var fitting: [MixableSong] = []

  func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([MixableSong]) -> Void
  ) {
    log.append("mixable \(tempo) \(key) \(limit)")
    completion(fitting)
  }

  func say(
    tempo: Double??, key: MusicalKey??, of song: SongChoice,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) {
    guard var report = reports[uri(song)] else { return completion(.failure(.noSuchSong)) }
    if let tempo { report.saidTempo = tempo }
    if let key { report.saidKey = key }
    reports[uri(song)] = report
    completion(.success(report))
  }
}
