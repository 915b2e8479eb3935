import Model

@testable import Control

/// Stored playlists in memory, by their names.
final class FakePlaylists: PlaylistEditing, PlaylistFolderEditing, PlaylistFiles, Stations, StationFetching,
  PictureMaking,
  Imports, Exchange
{
  private unowned let fake: FakeBackend
  var lists: [String: [TrackReference]] = [:]
  /// When each was changed last.
  var modified: [String: Int64] = [:]
  /// What is said of entries, by their places.
  var described: [String: [Int: PlaylistEntry]] = [:]
  /// What is known of songs that are not here, by their places.
  var told: [String: [Int: SourceTrack]] = [:]
  var details: [String: PlaylistTexts] = [:]
  var reports: [String: PlaylistReport] = [:]
  var covers: [String: [UInt8]] = [:]
  /// The answer of `makeThumbnail`.
  var thumbnail: [UInt8]? = [0xFF, 0xD8, 9]
  private(set) var made: [String] = []
  var folderNames: [String] = []
  var files: [PlaylistFileReport] = []
  /// How many entries each has besides that are no songs here.
  var missing: [String: Int] = [:]
  /// What was asked to be changed.
  private(set) var changes: [String] = []
  /// What every change is refused with.
  var refusal: Refusal?
  /// The widest window that was asked for.
  var widestWindow = 0

  init(_ fake: FakeBackend) { self.fake = fake }

  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    fake.answer {
      completion(
        self.lists.keys.sorted().map {
          self.reports[$0] ?? PlaylistReport($0, modified: self.modified[$0])
        })
    }
  }

  func countedPlaylists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    playlists { reports in
      completion(
        reports.map { report in
          var report = report
          var length = PlaylistLength()
          for track in self.lists[report.name] ?? [] {
            length.add(.whole, of: self.fake.songs[FakeBackend.uri(track)]?.duration)
          }
          report.length = length
          return report
        })
    }
  }

  var kept: [Station] = []

  func all(completion: @escaping Completion<[Station]>) -> Query {
    fake.answer { completion(self.refusal.map { .failure($0) } ?? .success(self.kept)) }
  }

  var stations: [String: [QueueItem]] = [:]

  func stations(at url: String, completion: @escaping Completion<[QueueItem]>) -> Query {
    fake.answer {
      completion(
        self.stations[url].map { .success($0) } ?? .failure(.failed(.notFetched, "Not found: \(url)")))
    }
  }

  func all(completion: @escaping Completion<[PlaylistFileReport]>) -> Query {
    fake.answer { completion(.success(self.files)) }
  }

  func entries(
    of name: String, after: Cursor?, skipping: Int, limit: Int, texts: Bool,
    completion: @escaping Completion<PlaylistEntries>
  ) -> Query {
    widestWindow = max(widestWindow, limit)
    return fake.answer {
      guard let list = self.lists[name] else { return completion(.failure(.noSuchPlaylist)) }
      let start = min(list.count, (after?.number ?? 0) + skipping)
      let end = min(list.count, start + limit)
      var page =
        PlaylistEntries(
          entries: list[start..<end].indices.map { place in
            var entry = self.described[name]?[place] ?? PlaylistEntry(list[place])
            entry.track = list[place]
            if !texts { entry.notes = nil }
            return entry
          },
          told: Dictionary(
            uniqueKeysWithValues: (self.told[name] ?? [:]).filter { (start..<end).contains($0.key) }
              .map { ($0.key - start, $0.value) }),
          next: end < list.count ? Cursor("\(end)") : nil)
      page.missing = self.missing[name]
      completion(.success(page))
    }
  }

  func texts(of name: String, completion: @escaping Completion<PlaylistTexts>) -> Query {
    fake.answer {
      guard let list = self.lists[name] else { return completion(.failure(.noSuchPlaylist)) }
      var details = self.details[name] ?? PlaylistTexts()
      details.entries = list.count
      completion(.success(details))
    }
  }

  func cover(of name: String, completion: @escaping Completion<[UInt8]>) -> Query {
    fake.answer {
      guard self.lists[name] != nil else { return completion(.failure(.noSuchPlaylist)) }
      completion(.success(self.covers[name] ?? []))
    }
  }

  func makeCover(
    of name: String, from pictures: [PictureRecipe.Picture], completion: @escaping Completion<[UInt8]>
  ) -> Query {
    fake.answer {
      self.made.append("\(name): \(pictures.map { "\($0.uri) \($0.content)" }.joined(separator: ", "))")
      completion(.success([0xFF, 0xD8, 1, 2, 3]))
    }
  }

  func makeThumbnail(
    of picture: PictureRecipe.Picture, _ side: ThumbnailSide, completion: @escaping Completion<[UInt8]?>
  ) -> Query {
    fake.answer {
      self.made.append("\(side.rawValue): \(picture.uri) \(picture.content)")
      completion(.success(self.thumbnail))
    }
  }

  private var removed: [String: [TrackReference]] = [:]

  func remove(_ name: String, completion: @escaping (Refusal?) -> Void) {
    removed[name] = lists.removeValue(forKey: name)
    completion(removed[name] == nil ? .noSuchPlaylist : nil)
  }

  func restore(_ name: String, completion: @escaping (Refusal?) -> Void) {
    lists[name] = removed.removeValue(forKey: name)
    completion(lists[name] == nil ? .failed(.nothingToUndo, "Nothing was removed") : nil)
  }

  func all(completion: @escaping ([String]) -> Void) -> Query {
    fake.answer { completion(self.folderNames) }
  }

  func change(_ name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void) {
    changes.append("folder \(name): \(change)")
    _ = fake.answer { completion(self.refusal) }
  }

  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void) {
    _ = fake.answer { completion(self.refusal ?? self.make(change, of: name)) }
  }

  func add(
    _ songs: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  ) {
    let tracks = songs.compactMap { fake.track(at: $0) }
    change(name, onlyNew ? .addNew(tracks, at: position) : .add(tracks, at: position), completion: completion)
  }

  private func make(_ change: PlaylistChange, of name: String) -> Refusal? {
    changes.append("\(name): \(Self.text(change))")
    switch change {
    case .add(let tracks, let position):
      var list = lists[name] ?? []
      if position ?? 0 > list.count { return .badPosition }
      list.insert(contentsOf: tracks, at: position ?? list.count)
      if !tracks.isEmpty { lists[name] = list }
    case .insert(let entries, nil): lists[name, default: []] += entries.map(\.track)
    case .addNew(let tracks, _):
      lists[name, default: []] += tracks.filter { !(lists[name] ?? []).contains($0) }
    case .write(let entries, let mode, _):
      if (lists[name] == nil) != (mode == .create) {
        return mode == .create ? .playlistExists : .noSuchPlaylist
      }
      lists[name] = (mode == .append ? lists[name] ?? [] : []) + entries.map(\.track)
    case .describe(let fields):
      if lists[name] == nil { return .noSuchPlaylist }
      for case .cover(let data?) in fields {
        guard data.first == 0xFF else { return .badPlaylistField }
        covers[name] = data
      }
    case .save(let tracks, let mode):
      if (lists[name] == nil) != (mode == .create) {
        return mode == .create ? .playlistExists : .noSuchPlaylist
      }
      lists[name] = (mode == .append ? lists[name] ?? [] : []) + tracks
    case .rename(let new):
      if lists[new] != nil { return .playlistExists }
      guard let list = lists.removeValue(forKey: name) else { return .noSuchPlaylist }
      lists[new] = list
    case .remove: return lists.removeValue(forKey: name) == nil ? .noSuchPlaylist : nil
    default: return lists[name] == nil ? .noSuchPlaylist : nil
    }
    return nil
  }

  /// As a test writes it down.
  private static func text(_ change: PlaylistChange) -> String {
    func uris(_ tracks: [TrackReference]) -> String {
      tracks.map { FakeBackend.uri($0) }.joined(separator: " ")
    }
    switch change {
    case .add(let tracks, let position):
      return "add \(uris(tracks)) at \(position.map { "\($0)" } ?? "the end")"
    case .save(let tracks, let mode): return "\(mode) \(uris(tracks))"
    case .addNew(let tracks, _): return "add new \(uris(tracks))"
    case .describe(let fields): return "\(fields)"
    case .describeEntry(let place, let fields): return "\(place) \(fields)"
    case .delete(let range): return "delete \(range)"
    case .move(let range, let target): return "move \(range) to \(target)"
    case .clear: return "clear"
    case .rename(let name): return "rename to \(name)"
    case .remove: return "remove"
    default: return "\(change)"
    }
  }

  // MARK: What comes from elsewhere and goes there

  private(set) var requests: [ImportRequest] = []
  var outcome: Result<ImportReport, Refusal> = .success(
    ImportReport(name: "P", entries: 3, unmatched: ["x.mp3"], unmatchedCount: 1))
  /// What is told of how far an import is.
  var steps: [Int] = []

  func make(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping Completion<ImportReport>
  ) -> Query {
    requests.append(request)
    for done in steps { progress(done, 5000) }
    return fake.answer { completion(self.outcome) }
  }

  /// What volumes were named, and what for.
  private(set) var asked: [String] = []
  var exchanged: Result<[ExchangeReport], Refusal> = .success([])

  func synchronise(_ volume: String?, completion: @escaping Completion<[ExchangeReport]>) {
    asked.append("sync \(volume ?? "all")")
    _ = fake.answer { completion(self.exchanged) }
  }

  func backUp(_ volume: String?, completion: @escaping Completion<[ExchangeReport]>) {
    asked.append("backup \(volume ?? "all")")
    _ = fake.answer { completion(self.exchanged) }
  }

  func restore(_ volume: String, completion: @escaping Completion<[ExchangeReport]>) {
    asked.append("restore \(volume)")
    _ = fake.answer { completion(self.exchanged) }
  }
}

extension PlaylistReport {
  init(_ name: String, modified: Int64?) {
    self.init(name: name, modified: modified, identity: .path)
    volumeName = ""
  }
}

extension FakeBackend {
  static func kind(of name: String) -> PresetReport.Kind { name.contains("/") ? .path : .playlist }
}
