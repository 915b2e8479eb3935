import Model

@testable import Control

/// What people and clients say of songs, and how those were listened to, in memory. Stickers come in pages of two.
final class FakePeople: SongValues, SongCues, ListeningRecord, FolderResumes, ClientStickers {
  private unowned let fake: FakeBackend
  /// By what they are on: `song a/01.flac`.
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

  func value(_ name: String, of subject: StickerSubject, completion: @escaping Completion<String?>) -> Query {
    fake.answer { completion(self.key(subject).map { self.stickers[$0]?[name] }) }
  }

  func all(of subject: StickerSubject, completion: @escaping Completion<[Sticker]>) -> Query {
    fake.answer {
      completion(
        self.key(subject).map { key in
          (self.stickers[key] ?? [:]).sorted { $0.key < $1.key }.map { Sticker(name: $0, value: $1) }
        })
    }
  }

  func change(of subject: StickerSubject, _ change: StickerChange, completion: @escaping Completion<Bool>) {
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

  func find(
    _ name: String, type: String, below base: String, after: Cursor?, test: StickerTest?,
    completion: @escaping Completion<StickerPage>
  ) -> Query {
    fake.answer {
      let prefix = base.isEmpty ? "\(type) " : "\(type) \(base)/"
      let all = self.stickers.keys.sorted().filter { $0.hasPrefix(prefix) }
      let start = after?.number ?? 0
      let end = min(all.count, start + 2)
      let items = all[start..<end].compactMap { key -> StickerPage.Found? in
        guard let value = self.stickers[key]?[name], test?.holds(value) ?? true else { return nil }
        return .init(subject: String(key.dropFirst(type.count + 1)), value: value)
      }
      completion(.success(StickerPage(found: items, next: end < all.count ? Cursor("\(end)") : nil)))
    }
  }

  func names(completion: @escaping ([StickerName]) -> Void) -> Query {
    fake.answer {
      var found: Set<[String]> = []
      for (key, values) in self.stickers {
        for name in values.keys { found.insert([String(key.prefix { $0 != " " }), name]) }
      }
      completion(found.map { StickerName(type: $0[0], name: $0[1]) })
    }
  }

  // MARK: What people say

  private func report(_ song: SongChoice) -> Result<PersonalReport, Refusal> {
    let uri = FakeBackend.uri(song)
    guard fake.songs[uri] != nil else { return .failure(.noSuchSong) }
    return .success(personal[uri] ?? PersonalReport(uri: uri))
  }

  func report(of song: SongChoice, completion: @escaping Completion<PersonalReport>) -> Query {
    fake.answer { completion(self.report(song)) }
  }

  func annotations(of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void) -> Query {
    fake.answer {
      completion(
        uris.map { uri in
          guard let song = self.fake.songs[uri] else { return nil }
          var annotations = SongAnnotations()
          let values = self.personal[uri]?.values
          (annotations.isFavourite, annotations.rating) = (values?.isFavourite ?? false, values?.rating)
          (annotations.colour, annotations.tempo, annotations.key) = (
            values?.colour, song.tempo, song.musicalKey
          )
          return annotations
        })
    }
  }

  func absentFavourites(completion: @escaping (Int) -> Void) -> Query {
    fake.answer {
      completion(self.personal.count { self.fake.songs[$0.key] == nil && $0.value.values.isFavourite })
    }
  }

  func change(of song: SongChoice, _ edits: [PersonalEdit], completion: @escaping Completion<PersonalReport>)
  {
    _ = fake.answer {
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      completion(
        self.report(song).map { report in
          var report = report
          for edit in edits { edit.apply(to: &report.values) }
          self.personal[report.uri] = report
          return report
        })
    }
  }

  // MARK: Cues

  /// By their songs' URIs.
  var cues: [String: [Cue]] = [:]
  private(set) var changes: [CueChange] = []

  func all(of song: SongChoice, completion: @escaping Completion<[Cue]>) -> Query {
    fake.answer {
      let uri = FakeBackend.uri(song)
      completion(self.fake.songs[uri] == nil ? .failure(.noSuchSong) : .success(self.cues[uri] ?? []))
    }
  }

  func change(of song: SongChoice, _ change: CueChange, completion: @escaping Completion<Cue>) {
    _ = fake.answer {
      self.changes.append(change)
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      let uri = FakeBackend.uri(song)
      let known = self.cues[uri]?.first { $0.number == change.number }
      switch (change, known) {
      case (.add(let start, let end, let kind, let name, let colour), _):
        completion(.success(Cue(number: 7, start: start, end: end, kind: kind, name: name, colour: colour)))
      case (.edit(_, let edits), var cue?):
        for edit in edits { edit.apply(to: &cue) }
        completion(.success(cue))
      case (.remove, let cue?): completion(.success(cue))
      case (_, nil): completion(.failure(.noSuchCue))
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

  func statistics(of uri: String, completion: @escaping Completion<ListeningStatistics>) -> Query {
    fake.answer { completion(self.reports[uri].map { .success($0) } ?? .failure(.noSuchSong)) }
  }

  func list(
    _ list: ListeningList, in window: Range<Int>, completion: @escaping Completion<SongPlaces>
  ) -> Query {
    longest = max(longest, window.upperBound)
    return fake.answer(completion) {
      let uris = self.lists[list] ?? []
      return SongPlaces(
        places: uris[window.clamped(to: 0..<uris.count)].map { self.fake.place(of: $0) },
        reasons: (self.reasons[list] ?? []).dropFirst(window.lowerBound).map(\.self), total: uris.count)
    }
  }

  func all(completion: @escaping Completion<[ResumeReport]>) -> Query {
    fake.answer { completion(.success(self.resumes.values.sorted { $0.uri < $1.uri })) }
  }

  func resume(of uri: String, completion: @escaping Completion<ResumeReport>) -> Query {
    fake.answer { completion(self.resumes[uri].map { .success($0) } ?? .failure(.noSuchDirectory)) }
  }

  func mark(_ uri: String, resumes: Bool?, completion: @escaping Completion<ResumeReport>) -> Query {
    marks.append("\(uri) \(resumes.map { "\($0)" } ?? "auto")")
    return resume(of: uri, completion: completion)
  }
}

extension CueChange {
  fileprivate var number: Int? {
    switch self {
    case .add: nil
    case .edit(let number, _), .remove(let number): number
    }
  }
}
