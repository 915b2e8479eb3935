public import Model

/// Synchronisation and backups of the volumes, one after the other. Completions are called on the loop, once.
public struct LibraryExchange {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Makes the playlists of a volume, or of all, and those in its `Sync/mixboard-playlists.json` the same.
  /// - Parameter name: a volume's; `noSuchVolume` where there is none. Where all are meant, one with which it can't be done
  ///   keeps no other from its turn: its report says why.
  public func synchronise(_ name: String?, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { volume, done in
      library.playlists.sync.run(volume.id) { done($0.map(\.pairs)) }
    }
  }

  /// Writes the backup of a volume, or of each, as `synchronise` goes through them.
  public func backUp(_ name: String?, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { volume, done in
      // The database of a read-only volume is in the box, and nothing is written to the volume.
      guard !volume.isCopy else { return done(.success([ExchangeReport.Pair("read_only", "1")])) }
      library.backups.make(on: volume.id) { result in
        done(result.map { [ExchangeReport.Pair("file", "\(volume.path)/.jukebox/backup.json")] })
      }
    }
  }

  /// Puts what a volume's backup says in place of what people added to it.
  public func restore(_ name: String, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { volume, done in
      library.backups.restore(volume.id) { result in
        done(
          result.map { report in
            [("rows", report.rows), ("missing", report.missing)].map { ExchangeReport.Pair($0, "\($1)") }
          })
      }
    }
  }

  private typealias Step = (VolumeInfo, @escaping Completion<[ExchangeReport.Pair]>) -> Void

  private func each(
    _ name: String?, _ completion: @escaping Completion<[ExchangeReport]>, _ step: @escaping Step
  ) {
    let volumes = library.volumes.filter { name == nil || $0.name == name }
    if name != nil, volumes.isEmpty { return completion(.failure(.noSuchVolume)) }
    proceed(volumes[...], isNamed: name != nil, [], completion, step)
  }

  private func proceed(
    _ volumes: ArraySlice<VolumeInfo>, isNamed: Bool, _ reports: [ExchangeReport],
    _ completion: @escaping Completion<[ExchangeReport]>, _ step: @escaping Step
  ) {
    guard let volume = volumes.first else { return completion(.success(reports)) }
    step(volume) { result in
      let report: ExchangeReport
      switch result {
      case .failure(let refusal) where isNamed: return completion(.failure(refusal))
      case .failure(let refusal): report = ExchangeReport(volume: volume.name, pairs: [], refusal: refusal)
      case .success(let pairs): report = ExchangeReport(volume: volume.name, pairs: pairs)
      }
      proceed(volumes.dropFirst(), isNamed: isNamed, reports + [report], completion, step)
    }
  }
}

extension SyncReport {
  fileprivate var pairs: [ExchangeReport.Pair] {
    typealias Pair = ExchangeReport.Pair
    var pairs = written.map { Pair("written", $0) }
    pairs += taken.map { Pair("taken", $0) }
    pairs += removed.map { Pair("removed", $0) }
    pairs += dropped.map { Pair("dropped", $0) }
    for conflict in conflicts { pairs += [Pair("conflict", conflict.name), Pair("other", conflict.other)] }
    pairs += unmatched.map { Pair("unmatched", $0) }
    for left in left { pairs += [Pair("left", left.name), Pair("reason", left.reason.rawValue)] }
    if isReadOnly { pairs.append(Pair("read_only", "1")) }
    return pairs
  }
}
