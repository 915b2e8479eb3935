import Control
import Library
import Model

/// What people say of songs, from the library.
final class PersonalJoin: Personal {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func personal(
    of song: SongChoice, completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) -> Query {
    guard let track = library.track(song) else {
      completion(.failure(.noSuchSong))
      return .done
    }
    return Query(library.personal(of: track) { [self] in finish($0, of: track, completion) })
  }

  func absentFavourites(completion: @escaping (Int) -> Void) -> Query {
    Query(library.absentFavourites(completion: completion))
  }

  func change(
    _ song: SongChoice, _ change: PersonalEdit,
    completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) {
    guard let track = library.track(song) else { return completion(.failure(.noSuchSong)) }
    library.change(personalOf: track, [change]) { [self] in finish($0, of: track, completion) }
  }

  /// With what is known of the song besides.
  private func finish(
    _ result: Result<PersonalValues, Refusal>, of track: TrackReference,
    _ completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) {
    switch result {
    case .failure(let refusal): completion(.failure(refusal))
    case .success(let values):
      let uri = library.uri(of: track) ?? EscapedName.text(for: track.path)
      library.tracks([track]) { tracks in
        var report = PersonalReport(uri: uri)
        report.values = values
        report.added = (tracks.first ?? nil).flatMap { Song($0, uri: uri).added }
        completion(.success(report))
      }
    }
  }
}

extension MusicLibrary {
  /// Which track a client means; nil for one on no open volume.
  func track(_ song: SongChoice) -> TrackReference? {
    switch song {
    case .uri(let uri): reference(of: uri)
    case .track(let track): track
    }
  }
}
