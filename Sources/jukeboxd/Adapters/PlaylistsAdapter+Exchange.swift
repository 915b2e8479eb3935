import Control
import Exchange
import Interchange
import Library
import Model

/// Imports, synchronisation and backups, as the protocol asks for them.
extension PlaylistsAdapter {
  func importPlaylist(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> Query {
    if let name = request.name, LovelySongs.has(name) {
      completion(.failure(LovelySongs.refusalOfName))
      return .done
    }
    let source: ImportSource
    switch request.source {
    case .file(let uri): source = .file(uri: uri)
    case .bytes(let bytes, let format, let path):
      source = .bytes(bytes, format.flatMap { ListFormat(rawValue: $0) }, path: path)
    }
    return Query(
      exchange.imports.make(
        source, named: request.name, progress: progress, completion: completion))
  }

  func synchronise(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    each(volume, completion) { exchange, volume, done in
      exchange.sync.run(volume.id) { result in
        done(result.map { ExchangeReport($0, volume.name).pairs })
      }
    }
  }

  func backUp(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    each(volume, completion) { exchange, volume, done in
      // The database of a read-only volume is in the box, and nothing is written to the volume.
      guard !volume.isCopy else { return done(.success([ExchangeReport.Pair("read_only", "1")])) }
      exchange.backups.make(on: volume.id) { result in
        done(result.map { [ExchangeReport.Pair("file", "\(volume.path)/.jukebox/backup.json")] })
      }
    }
  }

  func restore(_ volume: String, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    each(volume, completion) { exchange, volume, done in
      exchange.backups.restore(volume.id) { result in
        done(
          result.map { report in
            [("rows", report.rows), ("missing", report.missing)].map { ExchangeReport.Pair($0, "\($1)") }
          })
      }
    }
  }

  private typealias Step = (
    LibraryExchange, VolumeInfo, @escaping (Result<[ExchangeReport.Pair], Refusal>) -> Void
  ) -> Void

  /// Does something to one volume, or to each in turn, whatever comes of those before.
  private func each(
    _ name: String?, _ completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void,
    _ step: @escaping Step
  ) {
    let volumes = library.volumes.filter { name == nil || $0.name == name }
    if name != nil, volumes.isEmpty { return completion(.failure(.noSuchVolume)) }
    goOn(volumes[...], isNamed: name != nil, [], completion, step)
  }

  private func goOn(
    _ volumes: ArraySlice<VolumeInfo>, isNamed: Bool, _ reports: [ExchangeReport],
    _ completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void, _ step: @escaping Step
  ) {
    guard let volume = volumes.first else { return completion(.success(reports)) }
    step(exchange, volume) { [weak self] result in
      let report: ExchangeReport
      switch result {
      case .failure(let refusal) where isNamed: return completion(.failure(refusal))
      case .failure(let refusal): report = ExchangeReport(volume: volume.name, refusal)
      case .success(let pairs): report = ExchangeReport(volume: volume.name, pairs: pairs)
      }
      self?.goOn(volumes.dropFirst(), isNamed: isNamed, reports + [report], completion, step)
    }
  }
}

extension ExchangeReport {
  init(_ report: SyncReport, _ volume: String) {
    var pairs = report.written.map { Pair("written", $0) }
    pairs += report.taken.map { Pair("taken", $0) }
    pairs += report.removed.map { Pair("removed", $0) }
    pairs += report.dropped.map { Pair("dropped", $0) }
    for conflict in report.conflicts {
      pairs += [Pair("conflict", conflict.name), Pair("other", conflict.other)]
    }
    pairs += report.unmatched.map { Pair("unmatched", $0) }
    for left in report.left { pairs += [Pair("left", left.name), Pair("reason", left.reason.rawValue)] }
    if report.isReadOnly { pairs.append(Pair("read_only", "1")) }
    self.init(volume: volume, pairs: pairs)
  }
}
