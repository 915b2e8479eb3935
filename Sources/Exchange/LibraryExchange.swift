public import Library
public import Model

/// Playlists of other programs, and backups: parts beside the library that act on its events. Loop thread only.
public final class LibraryExchange {
  public let imports: LibraryImports
  public let sync: LibrarySync
  public let backups: LibraryBackups
  private let library: MusicLibrary

  /// - Parameter report: gets what came of a sync that nobody asked for, if that is worth a message.
  public init(_ library: MusicLibrary, report: @escaping (SyncReport) -> Void) {
    self.library = library
    imports = LibraryImports(library)
    sync = LibrarySync(library, report: report)
    backups = LibraryBackups(library)
  }

  /// From the library.
  public func receive(_ event: LibraryEvent) {
    switch event {
    case .scanEnded(let id, _, nil):
      guard let volume = library.open(id) else { return }
      sync.scanEnded(on: volume)
      backups.makeIfDue(on: volume)
    case .playlistEdited(let id):
      if let volume = library.open(id) { sync.playlistsChanged(on: volume) }
    case .closed:
      sync.forgetVolumes()
      backups.forgetVolumes()
    default: break
    }
  }

  /// Makes the playlists of a volume, or of all, and those in its `Sync/mixboard-playlists.json` the same.
  /// - Parameter name: a volume's; `noSuchVolume` where there is none. Where all are meant, one with which it can't be done
  ///   keeps no other from its turn: its report says why.
  public func synchronise(_ name: String?, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { [sync] volume, done in sync.run(volume.id) { done($0.map(\.pairs)) } }
  }

  /// Writes the backup of a volume, or of each, as `synchronise` goes through them.
  public func backUp(_ name: String?, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { [backups] volume, done in
      // The database of a read-only volume is in the box, and nothing is written to the volume.
      guard !volume.isCopy else { return done(.success([ExchangeReport.Pair("read_only", "1")])) }
      let pair = ExchangeReport.Pair("file", "\(volume.path)/.jukebox/backup.json")
      backups.make(on: volume.id) { done($0.map { [pair] }) }
    }
  }

  /// Puts what a volume's backup says in place of what people added to it.
  public func restore(_ name: String, completion: @escaping Completion<[ExchangeReport]>) {
    each(name, completion) { [backups] volume, done in
      backups.restore(volume.id) { done($0.map(\.pairs)) }
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
    step(volume) { [self] result in
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

extension RestoreReport {
  fileprivate var pairs: [ExchangeReport.Pair] {
    [("rows", rows), ("missing", missing)].map { ExchangeReport.Pair($0, "\($1)") }
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
