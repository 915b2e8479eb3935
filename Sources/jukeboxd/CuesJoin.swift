import Control
import Library
import Model

/// The library's cues as the protocol reads and changes them.
final class CuesJoin: Cues {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func track(of song: SongChoice) -> TrackReference? { library.track(song) }

  func cues(of song: SongChoice, completion: @escaping (Result<[Cue], Refusal>) -> Void) -> Query {
    guard let track = library.track(song) else {
      completion(.failure(.noSuchSong))
      return .done
    }
    return Query(library.cues(of: track, completion: completion))
  }

  func change(
    _ song: SongChoice, _ change: CueChange,
    completion: @escaping (Result<Cue, Refusal>) -> Void
  ) {
    guard let track = library.track(song) else { return completion(.failure(.noSuchSong)) }
    library.change(cuesOf: track, change, completion: completion)
  }
}
