import Control
import Interchange
import Library
import Player

/// What comes from elsewhere and goes there, as the protocol asks for it.
final class ExchangeJoin: Exchanging {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func importPlaylist(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping (Result<ImportOutcome, Refusal>) -> Void
  ) -> Query {
    let source: ImportSource
    switch request.source {
    case .file(let uri): source = .file(uri: uri)
    case .bytes(let bytes, let format, let path):
      source = .bytes(bytes, format.flatMap { ListFormat(rawValue: $0) }, path: path)
    }
    return Query(
      library.importPlaylist(source, named: request.name, step: request.step, progress: progress) { result in
        completion(result.map { ImportOutcome($0) }.mapError { Refusal($0) })
      })
  }

  func undoImport(completion: @escaping (Result<UndoOutcome?, Refusal>) -> Void) {
    library.undoImport { result in
      completion(
        result.map { $0.map { UndoOutcome(removed: $0.removed, kept: $0.kept) } }.mapError { Refusal($0) })
    }
  }
}

extension ImportOutcome {
  fileprivate init(_ report: ImportReport) {
    self.init(
      name: report.name, entries: report.entries, unmatched: report.unmatched,
      unmatchedCount: report.unmatchedCount, isCut: report.isCut, step: report.step)
  }
}
