import Control
import Library
import Model

/// Personal data of songs, and how people listen, from the library.
final class PeopleAdapter: People {
  let library: MusicLibrary
  let listener: PlayCounter

  init(library: MusicLibrary, listener: PlayCounter) {
    self.library = library
    self.listener = listener
  }

  func personal(
    of song: SongChoice, completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) -> Query {
    guard let track = song.track(in: library) else { return .refused(.noSuchSong, completion) }
    return Query(library.personal.values(of: track) { [self] in finish($0, of: track, completion) })
  }

  func annotations(of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void) -> Query {
    Query(library.personal.annotations(of: uris, completion: completion))
  }

  func absentFavourites(completion: @escaping (Int) -> Void) -> Query {
    Query(library.personal.absentFavourites(completion: completion))
  }

  func change(
    _ song: SongChoice, _ change: PersonalEdit,
    completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) {
    guard let track = song.track(in: library) else { return completion(.failure(.noSuchSong)) }
    library.personal.change(of: track, [change]) { [self] in finish($0, of: track, completion) }
  }

  /// With what is known of the song besides.
  private func finish(
    _ result: Result<PersonalValues, Refusal>, of track: TrackReference,
    _ completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) {
    switch result {
    case .failure(let refusal): completion(.failure(refusal))
    case .success(let values):
      let uri = track.uri(in: library)
      library.catalogue.tracks([track]) { tracks in
        var report = PersonalReport(uri: uri)
        report.values = values
        report.added = (tracks.first ?? nil).flatMap { Song($0, uri: uri).added }
        completion(.success(report))
      }
    }
  }

  // MARK: Cues

  func track(of song: SongChoice) -> TrackReference? { song.track(in: library) }

  func cues(of song: SongChoice, completion: @escaping (Result<[Cue], Refusal>) -> Void) -> Query {
    guard let track = song.track(in: library) else { return .refused(.noSuchSong, completion) }
    return Query(library.cues.all(of: track, completion: completion))
  }

  func change(
    _ song: SongChoice, _ change: CueChange,
    completion: @escaping (Result<Cue, Refusal>) -> Void
  ) {
    guard let track = song.track(in: library) else { return completion(.failure(.noSuchSong)) }
    library.cues.change(of: track, change, completion: completion)
  }

  // MARK: Stickers

  func sticker(
    _ name: String, of subject: StickerSubject,
    completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query {
    Query(library.stickers.value(name, of: subject, completion: completion))
  }

  func stickers(
    of subject: StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query {
    Query(
      library.stickers.all(of: subject) {
        completion($0.map { $0.map { ($0.name, $0.value) } })
      })
  }

  func change(
    _ subject: StickerSubject, _ change: StickerChange,
    completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    library.stickers.change(of: subject, change, completion: completion)
  }

  func findStickers(
    _ name: String, type: String, below base: String, after: Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> Query {
    Query(
      library.stickers.find(
        name, type: type, below: base, after: after, test: test, completion: completion))
  }

  func stickerNames(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query {
    Query(library.stickers.names { completion($0.map { ($0.type, $0.name) }) })
  }
}

extension SongChoice {
  /// Which track a client means; nil for one on no open volume.
  func track(in library: MusicLibrary) -> TrackReference? {
    switch self {
    case .uri(let uri): library.reference(of: uri)
    case .track(let track): track
    }
  }
}
