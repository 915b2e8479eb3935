import Model

@testable import Control

/// What people and clients say of songs, and how those were listened to, in memory. Stickers come in pages of two.
final class FakePeople: People {
  private unowned let fake: FakeBackend
  /// By what they are on, as a test writes it: `song a/01.flac`.
  var stickers: [String: [String: String]] = [:]
  var personal: [String: PersonalReport] = [:]
  /// What every change is refused with.
  var refusal: Refusal?
  /// Where new ones on texts were to be kept.
  private(set) var homes: [VolumeID] = []

  init(_ fake: FakeBackend) { self.fake = fake }

  private func key(_ subject: StickerSubject) -> Result<String, Refusal> {
    switch subject {
    case .song(let uri): fake.songs[uri] == nil ? .failure(.noSuchSong) : .success("song \(uri)")
    case .playlist(let name):
      fake.playlists.lists[name] == nil ? .failure(.noSuchPlaylist) : .success("playlist \(name)")
    case .text(let type, let text, _): .success("\(type) \(text)")
    }
  }

  func sticker(
    _ name: String, of subject: StickerSubject, completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query {
    fake.answer { completion(self.key(subject).map { self.stickers[$0]?[name] }) }
  }

  func stickers(
    of subject: StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query {
    fake.answer {
      completion(
        self.key(subject).map { key in
          (self.stickers[key] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        })
    }
  }

  func change(
    _ subject: StickerSubject, _ change: StickerChange, completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    _ = fake.answer {
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      if case .text(_, _, let home) = subject { self.homes.append(home) }
      completion(self.key(subject).map { self.make(change, at: $0) })
    }
  }

  private func make(_ change: StickerChange, at key: String) -> Bool {
    switch change {
    case .set(let name, let value): return stickers[key, default: [:]].updateValue(value, forKey: name) != nil
    case .add(let name, let step, let first):
      let sum = stickers[key]?[name].map { LeadingNumber.of($0) + step } ?? first
      return stickers[key, default: [:]].updateValue("\(sum)", forKey: name) != nil
    case .delete(let name?): return stickers[key]?.removeValue(forKey: name) != nil
    case .delete(nil): return stickers.removeValue(forKey: key) != nil
    }
  }

  func findStickers(
    _ name: String, type: String, below base: String, after: Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> Query {
    fake.answer {
      let prefix = base.isEmpty ? "\(type) " : "\(type) \(base)/"
      let all = self.stickers.keys.sorted().filter { $0.hasPrefix(prefix) }
      let start = after.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
      let end = min(all.count, start + 2)
      let items = all[start..<end].compactMap { key -> StickerPage.Found? in
        guard let value = self.stickers[key]?[name], test?.holds(value) ?? true else { return nil }
        return .init(subject: String(key.dropFirst(type.count + 1)), value: value)
      }
      completion(
        .success(
          StickerPage(
            found: items, next: end < all.count ? Cursor(bytes: Array("\(end)".utf8)) : nil)))
    }
  }

  func stickerNames(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query {
    fake.answer {
      var found: Set<[String]> = []
      for (key, values) in self.stickers {
        for name in values.keys { found.insert([String(key.prefix { $0 != " " }), name]) }
      }
      completion(found.map { ($0[0], $0[1]) })
    }
  }

  // MARK: What people say

  private func uri(_ song: SongChoice) -> String {
    switch song {
    case .uri(let uri): uri
    case .track(let track): FakeBackend.uri(track)
    }
  }

  private func report(_ song: SongChoice) -> Result<PersonalReport, Refusal> {
    let uri = uri(song)
    guard fake.songs[uri] != nil else { return .failure(.noSuchSong) }
    return .success(personal[uri] ?? PersonalReport(uri: uri))
  }

  func personal(
    of song: SongChoice, completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) -> Query {
    fake.answer { completion(self.report(song)) }
  }

  func annotations(of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void) -> Query {
    fake.answer {
      completion(
        uris.map { uri in
          guard let song = self.fake.songs[uri] else { return nil }
          var annotations = SongAnnotations()
          let values = self.personal[uri]?.values
          annotations.isFavourite = values?.isFavourite ?? false
          (annotations.rating, annotations.colour) = (values?.rating, values?.colour)
          (annotations.tempo, annotations.key) = (song.tempo, song.musicalKey)
          return annotations
        })
    }
  }

  func absentFavourites(completion: @escaping (Int) -> Void) -> Query {
    fake.answer {
      completion(self.personal.count { self.fake.songs[$0.key] == nil && $0.value.values.isFavourite })
    }
  }

  func change(
    _ song: SongChoice, _ change: PersonalEdit,
    completion: @escaping (Result<PersonalReport, Refusal>) -> Void
  ) {
    _ = fake.answer {
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      completion(
        self.report(song).map { report in
          var report = report
          change.apply(to: &report.values)
          self.personal[report.uri] = report
          return report
        })
    }
  }

  // MARK: Cues

  /// By their songs' URIs.
  var cues: [String: [Cue]] = [:]
  private(set) var changes: [CueChange] = []

  func track(of song: SongChoice) -> TrackReference? {
    switch song {
    case .uri(let uri): FakeBackend.track(uri)
    case .track(let track): track
    }
  }

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

  // MARK: Listening

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
