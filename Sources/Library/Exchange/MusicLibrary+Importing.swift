import Interchange
import Linux
public import Model

/// Taking over playlists from files of other programs. Completions are called on the loop.
extension MusicLibrary {
  /// Makes a playlist of what a file says. Entries that no song here is are kept, too: as what the file says, in the
  /// place where the file would be.
  ///
  /// - Parameters:
  ///   - name: nil for what the file says, else for the file's own name. One that is taken gets a number.
  ///   - step: of an import that this belongs to; nil begins a new one. What is of one step is undone together.
  ///   - progress: called with how many entries are looked for, and how many there are.
  ///   - completion: called once the playlist would survive a power cut.
  @discardableResult
  public func importPlaylist(
    _ source: ImportSource, named name: String? = nil, step: Int64? = nil,
    progress: @escaping (Int, Int) -> Void = { _, _ in },
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    read(source, request) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let (file, place, own)):
        if let refusal = Refusal(nothingIn: file) { return completion(.failure(refusal)) }
        let wanted = file.entries.map { WantedTrack($0) }
        match(wanted, from: place, request: request, progress: { progress($0, wanted.count) }) {
          [weak self] tracks in
          guard let self else { return }
          let tracks = zip(tracks, file.entries).map { $0 ?? $1.stream }
          // Missing songs are looked for on the volume of most songs, or of the file, too.
          let home = place?.volume.info?.id ?? mostCommonVolume(tracks) ?? volumes.first?.id
          guard let home else { return completion(.failure(.noVolume)) }
          let entries = zip(file.entries, zip(wanted, tracks)).map { entry, match in
            PlaylistEntry(entry, match.0, match.1, missingOn: home, in: place?.folder)
          }
          var report = ImportReport(
            name: name ?? file.title ?? own, entries: entries.count, unmatched: [], unmatchedCount: 0,
            step: step ?? 0)
          report.leftOut = ImportReport.LeftOut(file.leftOut)
          for (entry, track) in zip(file.entries, tracks) where track == nil {
            report.unmatchedCount += 1
            if report.unmatched.count < ImportReport.mostNamed {
              report.unmatched.append(entry.location.text)
            }
          }
          begin(report, step: step) { [weak self] report in
            self?.make(report, entries, completion)
          }
        }
      }
    }
    return request
  }

  /// In bytes; some hundred entries.
  private static let mostReadAtOnce = 64 << 10

  private func read(
    _ source: ImportSource, _ request: LibraryRequest,
    _ completion:
      @escaping (Result<(PlaylistFile, TrackMatching.Source?, name: String), Refusal>) -> Void
  ) {
    switch source {
    case .file(let uri):
      readPlaylistFile(at: uri, isLong: true, request: request) { result in
        completion(result.map { ($0.0, $0.1, Self.name(ofFile: uri)) })
      }
    case .bytes(let bytes, let format, let path):
      guard let volume = ordered.first else { return later { completion(.failure(.noVolume)) } }
      if let refusal = Refusal(noPlaylist: bytes, as: format) {
        return later { completion(.failure(refusal)) }
      }
      let place = path.flatMap { self.place(onVolume: $0) }
      let own = Self.name(ofFile: path ?? "")
      @Sendable func parsed() -> PlaylistFile {
        PlaylistFile(reading: bytes, as: format ?? ListFormat(guessing: bytes))
      }
      func answer(_ result: Result<PlaylistFile, StoreError>) {
        completion(result.map { ($0, place, own) }.mapError { Refusal($0) })
      }
      // Edits wait for what the store does.
      if bytes.count > Self.mostReadAtOnce {
        askFiles(volume, { (_) throws(StoreError) in parsed() }, request: request, completion: answer)
      } else {
        ask(volume, { (_) throws(StoreError) in parsed() }, request: request, completion: answer)
      }
    }
  }

  /// The place of a machine's path, if it is on a volume.
  private func place(onVolume path: String) -> TrackMatching.Source? {
    for volume in ordered {
      let root = volume.path.hasSuffix("/") ? volume.path : volume.path + "/"
      guard path.hasPrefix(root) else { continue }
      let rest = Array(path.utf8.dropFirst(root.utf8.count))
      if VolumePath.isValid(rest) { return (volume, VolumePath.split(rest).folder) }
    }
    return nil
  }

  private static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func mostCommonVolume(_ tracks: [TrackReference?]) -> VolumeID? {
    var counts: [VolumeID: Int] = [:]
    for case let track? in tracks where track.volume != .network { counts[track.volume, default: 0] += 1 }
    return volumes.map(\.id).max { counts[$0] ?? 0 < counts[$1] ?? 0 }
  }

  /// Finds out which step comes next.
  private func begin(_ report: ImportReport, step: Int64?, _ then: @escaping (ImportReport) -> Void) {
    if step != nil { return then(report) }
    lastImports { [weak self] steps in
      guard let self else { return }
      let own = imports.steps.map(\.number).filter { ImportStep.told.contains($0) }
      var report = report
      report.step = ImportStep.following((steps.map(\.step) + own).max() ?? 0)
      then(report)
    }
  }

  /// The last step on each volume that had one.
  func lastImports(_ completion: @escaping ([(volume: MountedVolume, step: Int64)]) -> Void) {
    var found: [(MountedVolume, Int64)] = []
    var open = 1
    func done() {
      open -= 1
      if open == 0 { completion(found) }
    }
    for volume in ordered {
      open += 1
      ask(volume, { (store) throws(StoreError) in try store.lastImport() }) { result in
        if let step = try? result.get(), ImportStep.told.contains(step) { found.append((volume, step)) }
        done()
      }
    }
    later { done() }
  }

  private func make(
    _ report: ImportReport, _ entries: [PlaylistEntry], tries: Int = 3,
    _ completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) {
    playlists { [weak self] known in
      guard let self else { return }
      var report = report
      let taken = Set(known.map { Array($0.name.utf8) })
      report.name = StoredPlaylist.freeName(like: report.name) {
        StoredPlaylist.isReserved(name: $0) || taken.contains(Array($0.utf8))
      }
      let write = PlaylistChange.write(entries, .create, [])
      guard let home = home(of: write.tracksOfNewPlaylist ?? [])?.info?.id else {
        return completion(.failure(.noVolume))
      }
      let place = ImportPlace(step: report.step, volume: home)
      let isNew = !imports.has(place.step, on: home)
      note(place) { [weak self] error in
        guard let self else { return }
        if let error { return completion(.failure(.system("\(error)"))) }
        change(playlist: report.name, write, inImport: place) { [weak self] refusal in
          guard let self else { return }
          settle(place, refusal, isNew: isNew)
          if refusal == .playlistExists, tries > 1 {
            return make(report, entries, tries: tries - 1, completion)
          }
          completion(refusal.map { .failure($0) } ?? .success(report))
        }
      }
    }
  }

  /// Keeps that an import is made on a volume, before it is: what a power cut ends there can be undone, too, and nothing
  /// that was made before it is taken for it.
  private func note(_ place: ImportPlace, _ then: @escaping (StoreError?) -> Void) {
    guard !imports.has(place.step, on: place.volume) else { return then(nil) }
    imports.add(place.step, on: place.volume)
    keepImports(imports) { [weak self] error in
      if error != nil { self?.imports.remove(place.step, from: place.volume) }
      then(error)
    }
  }

  /// - Parameter isNew: whether nothing of the step was there before.
  private func settle(_ place: ImportPlace, _ refusal: Refusal?, isNew: Bool) {
    switch refusal {
    case nil:
      // Somebody may have undone it while it was made.
      if !imports.has(place.step, on: place.volume) { note(place) { _ in } }
    // Nobody knows what is there now.
    case .volumeGone, .system: break
    default:
      guard isNew else { return }
      imports.remove(place.step, from: place.volume)
      keepImports(imports) { _ in }
    }
  }

  /// Several playlists have changed at once: who asks for them from now on waits until they are read.
  func renewPlaylists(of volume: MountedVolume) {
    volume.playlists = nil
    cachedPlaylists = nil
    tell(.playlistsChanged)
    readPlaylists(of: volume)
  }
}

extension Refusal {
  /// Why no playlist is made of what a file holds; nil where it can be one.
  init?(noPlaylist bytes: [UInt8], as format: ListFormat?) {
    guard let other = OtherContent(bytes, as: format) else { return nil }
    self = .badFile(
      "the file is not a playlist: it is \(other.rawValue)",
      other == .mixBoard ? .mixBoardFile : .notAPlaylist)
  }

  /// Why no playlist is made of what was read; nil where there is anything to put into one.
  fileprivate init?(nothingIn file: PlaylistFile) {
    guard file.entries.isEmpty else { return nil }
    let what = "the file contains no song"
    self = .badFile(
      file.leftOut.isDamaged ? "\(what): it is damaged, or ends before the first one" : what, .namesNoSong)
  }
}

extension PlaylistEntry {
  /// - Parameters:
  ///   - track: the one that is meant; nil where none here is.
  ///   - home: the volume on which it is looked for then.
  fileprivate init(
    _ entry: ListedEntry, _ wanted: WantedTrack, _ track: TrackReference?, missingOn home: VolumeID,
    in folder: [UInt8]?
  ) {
    let told = [SourceMetadata](entry)
    if let track {
      self.init(track, entry.region, told: told)
      return
    }
    self.init(
      TrackReference(volume: home, path: wanted.path(from: folder)), entry.region, told: told)
    // What else there is to find it by.
    func kept(withTold: Bool) -> String? {
      var writer = JSONWriter()
      writer.object { writer in
        if entry.location.start != .untold { writer.pair("location", entry.location.text) }
        writer.pair("title", entry.title)
        writer.pair("artist", entry.artist)
        writer.pair("duration", wanted.duration.map { Double($0.microseconds) / 1e6 })
        guard withTold else { return }
        writer.key([SourceMetadata].key)
        told.write(to: &writer)
      }
      guard writer.bytes.count <= PlaylistEntry.mostExtraBytes else { return nil }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    extra = told.isEmpty ? kept(withTold: false) : kept(withTold: true) ?? kept(withTold: false)
  }
}

extension ImportReport.LeftOut {
  fileprivate init(_ file: LeftOut) {
    self.init()
    (isDamaged, isTooLong, nameless, surplus) = (file.isDamaged, file.isTooLong, file.nameless, file.surplus)
  }
}
