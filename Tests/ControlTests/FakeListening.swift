import Model

@testable import Control

/// What was listened to, in memory.
final class FakeListening: Listening {
  private unowned let fake: FakeBackend
  /// By their songs' URIs.
  var reports: [String: ListeningStatistics] = [:]
  /// The URIs of each list's songs.
  var lists: [ListeningList: [String]] = [:]
  /// What they have their places by.
  var reasons: [ListeningList: [ListedReason]] = [:]
  var resumes: [String: ResumeReport] = [:]
  /// The longest list that was asked for.
  private(set) var longest = 0
  /// What was said of folders.
  private(set) var marks: [String] = []

  init(_ fake: FakeBackend) { self.fake = fake }

  func report(of uri: String, completion: @escaping (Result<ListeningStatistics, Refusal>) -> Void) -> Query {
    fake.answer { completion(self.reports[uri].map { .success($0) } ?? .failure(.noSuchSong)) }
  }

  func songs(
    _ list: ListeningList, in window: Range<Int>, completion: @escaping (Result<SongPlaces, Refusal>) -> Void
  ) -> Query {
    longest = max(longest, window.upperBound)
    return fake.answer {
      if let refusal = self.fake.refusal { return completion(.failure(refusal)) }
      let uris = self.lists[list] ?? []
      completion(
        .success(
          SongPlaces(
            places: uris[window.clamped(to: 0..<uris.count)].map { self.fake.place(of: $0) },
            reasons: (self.reasons[list] ?? []).dropFirst(window.lowerBound).map(\.self),
            total: uris.count)))
    }
  }

  func folders(completion: @escaping (Result<[ResumeReport], Refusal>) -> Void) -> Query {
    fake.answer { completion(.success(self.resumes.values.sorted { $0.uri < $1.uri })) }
  }

  func folder(at uri: String, completion: @escaping (Result<ResumeReport, Refusal>) -> Void) -> Query {
    fake.answer { completion(self.resumes[uri].map { .success($0) } ?? .failure(.noSuchDirectory)) }
  }

  func mark(
    _ uri: String, resumes: Bool?, completion: @escaping (Result<ResumeReport, Refusal>) -> Void
  ) -> Query {
    marks.append("\(uri) \(resumes.map { "\($0)" } ?? "auto")")
    return folder(at: uri, completion: completion)
  }
}
