import Model

@testable import Control

/// A jukebox in memory. Answers come at once, or when the test lets them (`holdsAnswers`).
final class FakeBackend: Playback, Catalogue, VolumeList, Tracks, Additions, Totals, FileContents, FileTags,
  Pictures,
  System
{
  static let volume = VolumeID(high: 0, low: 1)

  var songs: [String: Song] = [:] { didSet { version[0] &+= 1 } }
  lazy var playlists = FakePlaylists(self)
  lazy var people = FakePeople(self)
  var status = PlaybackStatus()
  var snapshot = QueueSnapshot(version: 1, entries: [])
  var performed: [Event] = []
  /// How often somebody had it do something.
  private(set) var uses = 0
  /// What guests asked for.
  var requests: [(items: [QueueItem], guest: String)] = []
  var partyRules = PartyRules()
  var edits: [Event] = []
  var nextID: UInt32 = 1
  var maximumEntries = 1000
  var outputs = [OutputStatus(name: "null", plugin: "null", isEnabled: true)]
  /// What the jukebox tells of changes that commands make.
  var announce: (Subsystems) -> Void = { _ in }
  var engineStatus = EngineStatus()
  var (inputs, findings): ([InputReport], [Finding]) = ([], [])
  var (restarts, shutdowns, hasHelper) = (0, 0, false)
  var upgrade: UpgradeReport?
  var (network, joins): (NetworkReport?, [[String]]) = (nil, [])
  var tones: [TestTone] = []
  var unbound: [UnboundInput] = []
  var askedLines: [[String]] = []
  var runningJob: UInt32?
  var progress: [(volume: String, progress: ScanProgress)] = []
  var outcomes: [(volume: String, outcome: ScanOutcome)] = []
  var uptime = Duration.seconds(47)
  var playtime = Duration.milliseconds(2700)
  /// How often a query was cancelled.
  var cancellations = 0
  /// How often it was asked to look at songs, for parts of them or whole.
  var looks = 0
  /// The widest window that was asked for.
  var widestWindow = 0

  /// How many URIs were looked up together, each time.
  var askedSpellings: [[String]] = []
  var otherSpellings: [String: String] = [:]
  var askedTogether: [Int] = []
  /// What listings and pictures are refused with.
  var refusal: Refusal?

  /// Whole pictures, by their songs.
  var artworks: [String: Artwork] = [:]
  /// What was asked of them.
  var pictureQuestions: [ArtworkQuestion] = []
  /// By their folders' URIs.
  var files: [String: [FileReport]] = [:]
  /// By their files' URIs.
  var comments: [String: Result<[(key: String, text: String)], Refusal>] = [:]
  /// By their songs' URIs.
  var chapters: [String: [Chapter]] = [:]
  var settings: [SettingReport] = []
  var lyrics: [String: [LyricsLine]] = [:]
  /// Volumes that were let go.
  var neighbors: [(name: String, storage: String)] = []
  var unused: [(path: String, reason: String)] = []

  /// Whether answers and durable completions wait for `answerNext`.
  var holdsAnswers = false
  /// What edits come to in the end, by their order; missing is nil.
  var edited: [Int: Refusal] = [:]
  private var held: [() -> Void] = []
  var heldCount: Int { held.count }

  /// `folder` and `songCount` songs in it: `folder/01.flac`, and so on.
  init(folder: String = "a", songCount: Int = 4) {
    for number in 1...max(1, songCount) where songCount > 0 {
      let name = (number < 10 ? "0" : "") + "\(number)"
      add(
        Song(
          uri: "\(folder)/\(name).flac",
          tags: [
            .init(.title, "T\(number)"), .init(.artist, "x y"), .init(.album, "Al"),
            .init(.track, "\(number)"),
          ],
          duration: .seconds(20), format: AudioFormat(rate: 44_100, sample: .bits(16), channels: 2),
          modified: 1_795_227_888, added: nil))
    }
  }

  let pads = FakePads()
  let cards = FakeCards()
  let family = FakeFamily()
  let recording = FakeRecording()
  let analyses = FakeAnalyses()
  let accompaniment = FakeAccompaniment()
  let live = FakeLive()
  let rendering = FakeRendering()
  let uploads = FakeUploads()
  let fileEdits = FakeFileEditing()
  let podcasts = FakePodcasts()
  let folders = FakeSourceFolders()
  let clock = FakeClock()
  let alarms = FakeAlarms()

  var backend: Backend {
    Backend(
      playback: self, catalogue: self, volumes: self, tracks: self, additions: self, totals: self,
      contents: self, tags: self,
      pictures: self, playlists: playlists, playlistFolders: playlists, playlistFiles: playlists,
      stations: playlists, fetching: playlists, pictureMaking: playlists, imports: playlists,
      exchange: playlists,
      personal: people, cues: people, listening: people, resumes: people, stickers: people, pads: pads,
      cards: cards,
      recording: recording, rendering: rendering, uploads: uploads, files: fileEdits, podcasts: podcasts,
      folders: folders, analyses: analyses, accompaniment: accompaniment, live: live, family: family,
      system: self, clock: clock, alarms: alarms)
  }

  var machine = Machine(
    musicDirectory: "/music", tags: TagSet([.artist, .album, .title, .track]),
    decoders: [.init(name: "flac", suffixes: ["flac"], mediaTypes: ["audio/flac"])])

  func add(_ song: Song) { songs[song.uri] = song }

  func fillQueue(_ uris: [String]? = nil) {
    for uri in uris ?? songs.keys.sorted() { append(Self.track(uri)) }
    snapshot.version += 1
  }

  static func track(_ uri: String) -> TrackReference { TrackReference(volume: volume, path: Array(uri.utf8)) }

  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query {
    .answered((), completion)
  }

  /// Lets the oldest held answer go.
  func answerNext() { held.removeFirst()() }

  func answer(_ action: @escaping () -> Void) -> Query {
    if !holdsAnswers {
      action()
      return .done
    }
    held.append(action)
    return Query { self.cancellations += 1 }
  }

  /// The same with the refusal, or a value.
  func answer<Value>(_ completion: @escaping Completion<Value>, _ value: @escaping () -> Value) -> Query {
    answer { completion(self.refusal.map { .failure($0) } ?? .success(value())) }
  }

  // MARK: Transport

  /// Whether the current song is known already.
  var knowsCurrentSong = true

  var currentSong: Song? {
    guard knowsCurrentSong else { return nil }
    return status.current.map { songs[Self.uri(snapshot.entries[$0.position].track)] ?? Song(uri: "?") }
  }

  func noteAsked() { uses += 1 }

  func perform(_ event: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID] {
    if event.isEdit { return try edit(event, whenDurable: whenDurable) }
    performed.append(event)
    switch event {
    case .next, .previous, .seekCurrent, .seekCurrentBy:
      if status.state == .stop { throw .notPlaying }
    case .playID(let id):
      status.state = .play
      status.current = position(of: id).map { .init(position: $0, id: id) }
    case .setRandom(let isOn): status.modes.random = isOn
    case .setRandomAlbums: (status.modes.random, status.modes.randomAlbums) = (true, true)
    case .setShape(let shape): status.modes.shape = shape
    case .setSpeed(let speed): status.modes.speed = speed
    case .setSleep(let timer): (status.sleep, status.sleepTimer) = (timer == nil ? nil : .seconds(90), timer)
    case .setRepeat(let isOn): status.modes.repeat = isOn
    case .setSingle(let mode): status.modes.single = mode
    case .setConsume(let mode): status.modes.consume = mode
    case .setCrossfade(let seconds): status.modes.crossfadeSeconds = seconds
    case .setMixRampDecibels(let level): status.modes.mixRampDecibels = level
    case .setMixRampDelay(let seconds): status.modes.mixRampDelaySeconds = seconds
    case .setReplayGain(let mode): status.modes.replayGain = mode
    case .setVolume(let volume):
      status.volume = volume
      announce(.mixer)
    case .setMuted(let isMuted): status.isMuted = isMuted
    case .stop: status.state = .stop
    case .request(let items, let guest):
      requests.append((items, guest))
      whenDurable(nil)
    case .withdraw: whenDurable(nil)
    default: break
    }
    return []
  }

  // MARK: Queue

  var queue: QueueSnapshot { snapshot }

  func position(of entry: EntryID) -> Int? { snapshot.entries.firstIndex { $0.id == entry } }

  private func edit(_ edit: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID] {
    let number = edits.count
    var added: [EntryID] = []
    switch edit {
    case .add(let tracks, .position(let position)):
      guard snapshot.entries.count + tracks.count <= maximumEntries else { throw .queueFull }
      cleared = nil
      for (offset, track) in tracks.enumerated() { added.append(insert(track, at: position + offset)) }
    case .addItems(let items, .position(let position)):
      for (offset, item) in items.enumerated() {
        added.append(insert(item.track, at: position + offset))
        let id = snapshot.entries[position + offset].id
        snapshot.entries[position + offset] = QueueEntry(
          id: id, track: item.track, region: item.region, told: item.told)
      }
    case .setRegion(let id, let region):
      guard let place = snapshot.entries.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
      if status.current?.id == id { throw .plays }
      snapshot.entries[place] = QueueEntry(id: id, track: snapshot.entries[place].track, region: region)
    case .delete(let range): snapshot.entries.removeSubrange(range)
    case .clear:
      cleared = snapshot.entries
      snapshot.entries.removeAll()
    case .move(let range, .position(let destination)):
      let moved = snapshot.entries[range]
      snapshot.entries.removeSubrange(range)
      snapshot.entries.insert(contentsOf: moved, at: destination)
    case .swap(let first, let second): snapshot.entries.swapAt(first, second)
    case .prioritise(let ranges, let priority):
      for position in ranges.joined() { snapshot.entries[position].priority = priority }
    default: break
    }
    edits.append(edit)
    snapshot.version += 1
    _ = answer { whenDurable(self.edited[number]) }
    return added
  }

  /// What a `clear` can be taken back to.
  var cleared: [QueueEntry]?
  var canTakeBackClear: Bool { cleared != nil }

  func takeBackClear(completion: @escaping (()) -> Void) {
    if let cleared { snapshot.entries = cleared }
    cleared = nil
    _ = answer { completion(()) }
  }

  // MARK: Command lists

  var isInList = false
  /// How often lists were flushed, and what the next flush comes to.
  private(set) var flushes = 0
  var flushed: Refusal?
  /// Whether there is room for edits.
  var hasRoomForEdits = true
  var roomWaiters: [() -> Void] = []

  func flush(completion: @escaping (Refusal?) -> Void) {
    flushes += 1
    _ = answer { completion(self.flushed) }
  }

  func whenRoomForEdits(_ body: @escaping () -> Void) { roomWaiters.append(body) }

  func noteLoaded(_ playlist: String) { status.lastLoaded = playlist }

  private func append(_ track: TrackReference) { _ = insert(track, at: snapshot.entries.count) }

  private func insert(_ track: TrackReference, at position: Int) -> EntryID {
    let id = EntryID(rawValue: nextID)
    nextID += 1
    let version = snapshot.version + 1
    snapshot.entries.insert(QueueEntry(id: id, track: track, changedInVersion: version), at: position)
    return id
  }

  // MARK: Mix slots and presets

  var mixed: Result<MixOutcome, Refusal> = .failure(.notPlaying)
  var bound: [Int: String] = [:]
  var shortcutRefusal: Refusal?
  private(set) var asked: [String] = []

  func mix(slot: Int, completion: @escaping Completion<MixOutcome>) {
    asked.append("mix \(slot)")
    completion(mixed)
  }

  func presets(completion: @escaping ([PresetReport]) -> Void) {
    let reports = bound.sorted { $0.key < $1.key }.map {
      PresetReport(number: $0.key, name: $0.value, kind: Self.kind(of: $0.value), isPresent: $0.key == 1)
    }
    completion(reports)
  }

  func bind(preset: Int, to playlist: String?, completion: @escaping (Refusal?) -> Void) {
    bound[preset] = playlist
    completion(shortcutRefusal)
  }

  func play(_ shortcut: Shortcut, completion: @escaping (Refusal?) -> Void) {
    asked.append("\(shortcut)")
    completion(shortcutRefusal)
  }

  // MARK: Catalogue

  var reports = [
    VolumeReport(name: "music", path: "/music", isRoot: true, isFixed: true, isReadOnly: false),
    VolumeReport(name: "STICK", path: "/media/sda1", isRoot: false, isFixed: false, isReadOnly: true),
  ]

  var absentNames: Set<String> = []
  var version: [UInt64] = [0]

  func counted(completion: @escaping ([VolumeReport]) -> Void) -> Query {
    answer {
      completion(
        self.reports.map { volume in
          var volume = volume
          volume.songs = volume.isRoot ? self.songs.count : nil
          if volume.isRoot { (volume.freeBytes, volume.totalBytes) = (1000, 3000) }
          return volume
        })
    }
  }

  static func uri(_ track: TrackReference) -> String { String(decoding: track.path, as: UTF8.self) }

  static func uri(_ song: SongChoice) -> String {
    switch song {
    case .uri(let uri): uri
    case .track(let track): uri(track)
    }
  }

  func reference(of song: SongChoice) -> TrackReference? {
    if case .uri(let uri) = song, songs[uri] == nil, analyses.reports[uri] == nil { return nil }
    return Self.track(Self.uri(song))
  }

  func songs(
    of tracks: [TrackReference], at places: [TrackRow?], completion: @escaping ([Song]) -> Void
  ) -> Query {
    widestWindow = max(widestWindow, tracks.count)
    return answer {
      completion(tracks.map { self.songs[Self.uri($0)] ?? Song(uri: Self.uri($0)) })
    }
  }

  /// The URIs of songs that were found, by the numbers of their places.
  private var (foundURIs, numbers): ([String], [String: Int]) = ([], [:])

  private func found(_ song: Song) -> FoundSong {
    let number = numbers[song.uri] ?? foundURIs.count
    if number == foundURIs.count {
      foundURIs.append(song.uri)
      numbers[song.uri] = number
    }
    return FoundSong(song, Self.track(song.uri), at: TrackRow(volume: Self.volume, row: Int64(number)))
  }

  func place(of uri: String) -> TrackRow { found(songs[uri] ?? Song(uri: uri)).place }

  func found(at places: [TrackRow], completion: @escaping Completion<[FoundSong?]>) -> Query {
    widestWindow = max(widestWindow, places.count)
    return answer(completion) {
      places.map { self.songs[self.foundURIs[Int($0.row)]].map { self.found($0) } }
    }
  }

  func references(in places: [TrackRow], completion: @escaping Completion<[TrackReference?]>) -> Query {
    found(at: places) { completion($0.map { $0.map { $0?.track } }) }
  }

  /// nil where it isn't there any more.
  func track(at place: TrackRow) -> TrackReference? {
    let uri = foundURIs[Int(place.row)]
    return songs[uri] == nil ? nil : Self.track(uri)
  }

  /// Folders are asked for singly, as those of many songs are.
  func tracks(
    belowEach uris: [String], onlySongs: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> Query {
    askedTogether.append(uris.count)
    return answer {
      completion(
        uris.map { uri in
          if self.songs[uri] != nil { return .success([Self.track(uri)]) }
          if self.songs.keys.contains(where: { $0.hasPrefix(uri + "/") }) { return nil }
          return .failure(onlySongs ? .noSuchSong : .noSuchDirectory)
        })
    }
  }

  func tracks(below uri: String, completion: @escaping Completion<[TrackReference]>) -> Query {
    answer {
      let found = self.songs.keys.sorted().filter { uri.isEmpty || $0 == uri || $0.hasPrefix(uri + "/") }
      completion(found.isEmpty && !uri.isEmpty ? .failure(.noSuchDirectory) : .success(found.map(Self.track)))
    }
  }

  func select(
    _ selection: SongSelection, after: Cursor?, limit: Int, completion: @escaping Completion<SongPage>
  ) -> Query {
    widestWindow = max(widestWindow, limit)
    return answer {
      self.looks += 1
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      let base = selection.base
      let below = self.songs.keys.sorted().filter { base.isEmpty || $0 == base || $0.hasPrefix(base + "/") }
      if below.isEmpty, !base.isEmpty { return completion(.failure(.noSuchDirectory)) }
      let rest = below.filter { uri in after.map { $0.text < uri } ?? true }
      let found = rest.compactMap { self.songs[$0] }.filter { selection.filter.matches($0) }.map(self.found)
      let next = found.count > limit ? Cursor(found[limit - 1].song.uri) : nil
      completion(.success(SongPage(found: Array(found.prefix(limit)), next: next)))
    }
  }

  func tally(
    _ tags: TagSet, of selection: SongSelection, withFirsts: Bool, withFolderAlbums: Bool,
    take: @escaping (ArraySlice<SongTally>) -> Void,
    completion: @escaping Completion<Void>
  ) -> Query {
    answer(completion) {
      // As volumes do, in parts and not in the order of the tree: one song at a time.
      for song in self.songs.values.sorted(by: { $0.uri > $1.uri }) {
        let kept = song.tags.filter { tags.contains($0.tag) }
        var tally = SongTally(tags: kept, songs: 1, duration: song.duration ?? .zero)
        if withFolderAlbums { tally.folderAlbum = self.folderAlbum(of: song) }
        if withFirsts { tally.first = SongTally.First(uri: song.uri, place: Array(song.uri.utf8)) }
        take([tally])
      }
    }
  }

  func folderAlbums(ofTracks places: [TrackRow], completion: @escaping Completion<[FolderAlbum?]>) -> Query {
    answer(completion) {
      places.map { self.songs[self.foundURIs[Int($0.row)]].flatMap { self.folderAlbum(of: $0) } }
    }
  }

  /// With the artist that all songs of the album have.
  private func folderAlbum(of song: Song) -> FolderAlbum? {
    guard let album = song.values(of: .album).first, song.values(of: .albumArtist).isEmpty else { return nil }
    let folder = FolderAlbum.folder(ofSong: song.uri)
    let artists = Set(
      songs.values.filter {
        $0.values(of: .album).first == album && $0.values(of: .albumArtist).isEmpty
          && FolderAlbum.folder(ofSong: $0.uri) == folder
      }.map { $0.values(of: .artist).first ?? "" })
    return FolderAlbum(folder: folder, artist: artists.count == 1 ? artists.first ?? "" : "")
  }

  func tallySounds(take: @escaping ([SoundTally]) -> Void, completion: @escaping Completion<Void>) -> Query {
    answer(completion) {
      for song in self.songs.values {
        let group = SoundTally.Group(tempo: song.tempo.map { Int($0 / 10) * 10 }, key: song.musicalKey)
        var tally = SoundTally(group: group)
        (tally.tracks, tally.duration) = (1, song.duration ?? .zero)
        take([tally])
      }
    }
  }

  func topFolders(
    take: @escaping (_ uri: String, _ songs: Int, _ duration: Duration) -> Void,
    completion: @escaping Completion<Void>
  ) -> Query {
    answer(completion) {
      // As volumes do, in parts: one song at a time.
      for song in self.songs.values where song.uri.contains("/") {
        take(String(song.uri.prefix { $0 != "/" }), 1, song.duration ?? .zero)
      }
    }
  }

  func page(_ listing: Listing, completion: @escaping Completion<ListingPage>) -> Query {
    answer { completion(self.makePage(listing)) }
  }

  private func makePage(_ listing: Listing) -> Result<ListingPage, Refusal> {
    if let refusal { return .failure(refusal) }
    let items = allItems(listing)
    if items.isEmpty, !listing.uri.isEmpty { return .failure(.noSuchDirectory) }
    let start = listing.after?.number ?? 0
    let end = min(items.count, start + 32)
    var page = ListingPage(of: listing)
    for item in items[start..<end] { page.add(item) }
    page.next = end < items.count ? Cursor("\(end)") : nil
    return .success(page)
  }

  private func allItems(_ listing: Listing) -> [ListingPage.Item] {
    if let song = songs[listing.uri] { return [.song(song)] }
    let prefix = listing.uri.isEmpty ? "" : listing.uri + "/"
    var folders: Set<String> = []
    var items: [ListingPage.Item] = []
    for uri in songs.keys.sorted() where uri.hasPrefix(prefix) {
      let rest = uri.dropFirst(prefix.count)
      if let slash = rest.firstIndex(of: "/") {
        let folder = prefix + rest[..<slash]
        if folders.insert(folder).inserted { items.append(.directory(uri: folder, modified: 0)) }
        if !listing.isRecursive { continue }
      }
      if let song = songs[uri] { items.append(.song(song)) }
    }
    if listing.uri.isEmpty, !listing.isRecursive { items.append(.playlist(uri: "list.m3u", modified: nil)) }
    return items
  }

  func lookup(_ text: String, limit: Int, completion: @escaping (LookupResult) -> Void) -> Query {
    let words = text.lowercased().split(separator: " ")
    let found = songs.values.sorted { $0.uri < $1.uri }.filter { song in
      words.allSatisfy { word in song.tags.contains { $0.value.lowercased().contains(word) } }
    }
    return answer {
      completion(
        LookupResult(
          songs: Array(found.prefix(limit)), suggestion: found.isEmpty ? "\(text)?" : nil))
    }
  }

  func places(lookedUp text: String, limit: Int, completion: @escaping ([TrackRow]) -> Void) -> Query {
    let order = ShelfOrder(nameKey: nameKey)
    return lookup(text, limit: limit) { found in
      let keyed = found.songs.map { (key: order.key(of: $0), place: self.found($0).place) }
      completion(keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.place))
    }
  }

  func artwork(_ question: ArtworkQuestion, completion: @escaping Completion<Artwork?>) -> Query {
    pictureQuestions.append(question)
    return answer {
      if let refusal = self.refusal { return completion(.failure(refusal)) }
      guard self.songs[question.uri] != nil else { return completion(.failure(.noSuchSong)) }
      guard var artwork = self.artworks[question.uri] else { return completion(.success(nil)) }
      artwork.bytes = Array(artwork.bytes.dropFirst(question.offset).prefix(question.limit))
      completion(.success(artwork))
    }
  }

  func list(_ uri: String) throws(Refusal) -> FileListing {
    guard var rest = files[uri]?[...] else { throw .noSuchDirectory }
    return FileListing { limit, completion in
      self.widestWindow = max(self.widestWindow, limit)
      return self.answer(completion) {
        defer { rest = rest.dropFirst(limit) }
        return Array(rest.prefix(limit))
      }
    }
  }

  func comments(of uri: String, completion: @escaping Completion<[(key: String, text: String)]>) -> Query {
    answer { completion(self.comments[uri] ?? .failure(.noSuchFile)) }
  }

  func lyrics(of uri: String, completion: @escaping Completion<[LyricsLine]>) -> Query {
    answer { completion(self.lyrics[uri].map { .success($0) } ?? .failure(.noSuchSong)) }
  }

  func chapters(of uri: String, completion: @escaping Completion<[Chapter]>) -> Query {
    answer { completion(self.chapters[uri].map { .success($0) } ?? .failure(.noSuchSong)) }
  }

  func statistics(completion: @escaping Completion<LibraryStatistics>) -> Query {
    var statistics = LibraryStatistics()
    (statistics.artists, statistics.albums, statistics.songs) = (1, 1, songs.count)
    (statistics.duration, statistics.updated) = (.seconds(20 * songs.count), 1_795_227_889)
    return answer(completion) { [statistics] in statistics }
  }

  // MARK: Others

  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void) {
    let index = neighbors.firstIndex { $0.storage == storage }
    if let index { neighbors.remove(at: index) }
    _ = answer { completion(index == nil ? .failed(.notReleased, "Unrecognized storage URI") : nil) }
  }

  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    if let refusal { throw refusal }
    let job = (runningJob ?? 0) + 1
    runningJob = job
    return job
  }
}
