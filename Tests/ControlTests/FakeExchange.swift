import Model

@testable import Control

/// Imports and the like that answer what a test says.
final class FakeExchange: Exchanging {
  private unowned let fake: FakeBackend
  private(set) var requests: [ImportRequest] = []
  var outcome: Result<ImportReport, Refusal> = .success(
    ImportReport(name: "P", entries: 3, unmatched: ["x.mp3"], unmatchedCount: 1, step: 4))
  var undone: Result<UndoReport?, Refusal> = .success(nil)
  /// What is told of how far an import is.
  var told: [Int] = []

  init(_ fake: FakeBackend) { self.fake = fake }

  func importPlaylist(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> Query {
    requests.append(request)
    for done in told { progress(done, 5000) }
    return fake.answer { completion(self.outcome) }
  }

  /// What volumes were named, and what for.
  private(set) var asked: [String] = []
  var reports: Result<[ExchangeReport], Refusal> = .success([])

  func synchronise(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    asked.append("sync \(volume ?? "all")")
    _ = fake.answer { completion(self.reports) }
  }

  func backUp(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    asked.append("backup \(volume ?? "all")")
    _ = fake.answer { completion(self.reports) }
  }

  func restore(_ volume: String, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void) {
    asked.append("restore \(volume)")
    _ = fake.answer { completion(self.reports) }
  }

  func undoImport(completion: @escaping (Result<UndoReport?, Refusal>) -> Void) {
    _ = fake.answer { completion(self.undone) }
  }
}
