import Model

@testable import Control

/// Cues in memory.
final class FakeCues: Cues {
  private unowned let fake: FakeBackend
  /// By their songs' URIs.
  var cues: [String: [Cue]] = [:]
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

  func cues(of song: SongChoice, completion: @escaping (Result<[Cue], Refusal>) -> Void) -> Query {
    fake.answer {
      let uri = self.uri(song)
      completion(self.fake.songs[uri] == nil ? .failure(.noSuchSong) : .success(self.cues[uri] ?? []))
    }
  }

  func change(
    _ song: SongChoice, _ change: CueChange, completion: @escaping (Result<Cue, Refusal>) -> Void
  ) {
    _ = fake.answer {
      self.changes.append(change)
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      let uri = self.uri(song)
      switch change {
      case .add(let start, let end, let kind, let name, let colour):
        completion(
          .success(Cue(number: 7, start: start, end: end, kind: kind, name: name, colour: colour)))
      case .edit(let number, let edits):
        guard var cue = self.cues[uri]?.first(where: { $0.number == number }) else {
          return completion(.failure(.noSuchCue))
        }
        for edit in edits { edit.apply(to: &cue) }
        completion(.success(cue))
      case .remove(let number):
        guard let cue = self.cues[uri]?.first(where: { $0.number == number }) else {
          return completion(.failure(.noSuchCue))
        }
        completion(.success(cue))
      }
    }
  }
}
