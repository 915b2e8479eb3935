import Model

@testable import Control

/// Cues in memory.
final class FakeCues: Cues {
  private unowned let fake: FakeBackend
  /// By their songs' URIs.
  var cues: [String: [CueReport]] = [:]
  /// What every change is refused with.
  var refusal: Refusal?
  private(set) var changes: [CueChange] = []

  init(_ fake: FakeBackend) { self.fake = fake }

  func track(of song: SongChoice) -> TrackReference? {
    switch song {
    case .uri(let uri): FakeBackend.track(uri)
    case .track(let track): track
    }
  }

  private func uri(_ song: SongChoice) -> String { track(of: song).map { FakeBackend.uri($0) } ?? "" }

  func cues(of song: SongChoice, completion: @escaping (Result<[CueReport], Refusal>) -> Void) -> Query {
    fake.answer {
      let uri = self.uri(song)
      completion(self.fake.songs[uri] == nil ? .failure(.noSuchSong) : .success(self.cues[uri] ?? []))
    }
  }

  func change(
    _ song: SongChoice, _ change: CueChange, completion: @escaping (Result<CueReport, Refusal>) -> Void
  ) {
    _ = fake.answer {
      self.changes.append(change)
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      let uri = self.uri(song)
      switch change {
      case .add(let start, let edits):
        let cue = Self.edited(CueReport(number: 7, start: start, type: "marker"), edits)
        completion(.success(cue))
      case .edit(let number, let edits):
        guard let cue = self.cues[uri]?.first(where: { $0.number == number }) else {
          return completion(.failure(.noSuchCue))
        }
        completion(.success(Self.edited(cue, edits)))
      case .remove(let number):
        guard let cue = self.cues[uri]?.first(where: { $0.number == number }) else {
          return completion(.failure(.noSuchCue))
        }
        completion(.success(cue))
      }
    }
  }

  private static func edited(_ cue: CueReport, _ edits: [CueChange.Edit]) -> CueReport {
    var cue = cue
    for edit in edits {
      switch edit {
      case .start(let start): cue.start = start
      case .end(let end): cue.end = end
      case .type(let type): cue.type = type
      case .name(let name): cue.name = name
      case .colour(let colour): cue.colour = colour
      }
    }
    return cue
  }
}
