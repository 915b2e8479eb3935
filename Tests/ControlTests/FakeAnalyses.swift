import Model

@testable import Control

/// Analyses in memory, of songs by their URIs.
final class FakeAnalyses: SongAnalyses {
  var progress = AnalysisProgress()
  var totals = AnalysisTotals()
  var reports: [String: AnalysisReport] = [:]
  private(set) var log: [String] = []

  func count(completion: @escaping (AnalysisTotals) -> Void) { completion(totals) }

  func analyze(_ uri: String?, isForced: Bool, completion: @escaping Completion<Int>) {
    if let uri, reports[uri] == nil { return completion(.failure(.noSuchSong)) }
    log.append("analyze \(uri ?? "all")\(isForced ? " force" : "")")
    completion(.success(uri == nil ? totals.songs : 1))
  }

  var currentChord: (chord: ChordSegment, key: MusicalKey?)?
  var take: MusicAnalysis?

  private var takeResult: Result<MusicAnalysis, Refusal> {
    take.map { .success($0) } ?? .failure(.failed(.noTake, "There is no recording"))
  }

  func notesOfTake(completion: @escaping Completion<MusicAnalysis>) -> Query {
    log.append("notes of the take")
    return .answered(takeResult, completion)
  }

  func analyzeTake(by source: AnalysisSource, completion: @escaping Completion<MusicAnalysis>) -> Query {
    log.append("take \(source)")
    return .answered(takeResult, completion)
  }

  func analyzeRemotely(_ song: SongChoice, completion: @escaping Completion<AnalysisReport>) -> Query {
    guard var report = reports[FakeBackend.uri(song)] else { return .refused(.noSuchSong, completion) }
    guard let tempo = report.remoteTempo else {
      return .refused(
        .failed(.remoteTooLarge, "http://example: too large", about: "http://example"), completion)
    }
    (report.hasRemote, report.source, report.remoteTempo) = (true, .remote, tempo)
    reports[FakeBackend.uri(song)] = report
    return .answered(.success(report), completion)
  }

  func show(_ source: AnalysisSource, of song: SongChoice, completion: @escaping Completion<AnalysisReport>) {
    guard reports[FakeBackend.uri(song)]?.hasRemote == true else {
      return completion(.failure(.failed(.noAnalysis, "No server has analysed the song")))
    }
    reports[FakeBackend.uri(song)]?.source = source
    completion(reports[FakeBackend.uri(song)].map { .success($0) } ?? .failure(.noSuchSong))
  }

  func cancel() { log.append("cancel") }

  func analysis(
    of song: SongChoice, withRecord: Bool, completion: @escaping Completion<AnalysisReport>
  ) -> Query {
    return .answered(reports[FakeBackend.uri(song)].map { .success($0) } ?? .failure(.noSuchSong), completion)
  }

  func analysis(
    of song: SongChoice, finding part: AnalysisPart, completion: @escaping Completion<AnalysisReport>
  ) -> Query { analysis(of: song, withRecord: true, completion: completion) }

  func order(_ playlist: String, undoes: Bool, completion: @escaping Completion<(known: Int, all: Int)>) {
    log.append("order \(playlist)\(undoes ? " back" : "")")
    completion(playlist == "Party" ? .success((3, 4)) : .failure(.noSuchPlaylist))
  }

  var fitting: [FittingSong] = []

  func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([FittingSong]) -> Void
  ) {
    log.append("mixable \(tempo) \(key) \(limit)")
    completion(fitting)
  }

  func say(
    tempo: Double??, key: MusicalKey??, of song: SongChoice, completion: @escaping Completion<AnalysisReport>
  ) {
    guard var report = reports[FakeBackend.uri(song)] else { return completion(.failure(.noSuchSong)) }
    if let tempo { report.saidTempo = tempo }
    if let key { report.saidKey = key }
    reports[FakeBackend.uri(song)] = report
    completion(.success(report))
  }
}
