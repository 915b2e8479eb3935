import Interchange
import Linux
public import Model

/// Playlist files on the volumes, as playlists that can only be read. Completions are called on the loop.
extension MusicLibrary {
  /// The URIs of all that scans have met on the volumes that are open, in the order of the tree.
  @discardableResult
  public func playlistFiles(
    completion: @escaping (Result<[(volume: VolumeID, uris: [String])], StoreError>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    gatherPlaylistFiles(ordered, [], request, completion)
    return request
  }

  private func gatherPlaylistFiles(
    _ volumes: [MountedVolume], _ found: [(volume: VolumeID, uris: [String])], _ request: LibraryRequest,
    _ completion: @escaping (Result<[(volume: VolumeID, uris: [String])], StoreError>) -> Void
  ) {
    guard let volume = volumes.first else {
      return later { if !request.isCancelled { completion(.success(found)) } }
    }
    ask(volume, { (store) throws(StoreError) in try store.playlistFiles() }, request: request) {
      [weak self] result in
      guard let self else { return }
      var found = found
      switch result {
      case .success(let paths):
        let prefix = self.prefix(of: volume)
        if let id = volume.info?.id, !paths.isEmpty {
          found.append((id, paths.map { prefix + EscapedName.text(for: $0) }))
        }
      case .failure(let error) where error.kind == .closed: break
      case .failure(let error): return completion(.failure(error))
      }
      gatherPlaylistFiles(Array(volumes.dropFirst()), found, request, completion)
    }
  }

  /// Whether a name that no playlist has is that of a playlist file on a volume. Once the playlists are known.
  /// - Parameter completion: called at once if the name alone shows that it is not.
  public func isPlaylistFile(_ name: String, completion: @escaping (Bool) -> Void) {
    guard let (volume, path) = possiblePlaylistFile(name) else { return completion(false) }
    ask(volume, { (store) throws(StoreError) in try store.hasPlaylistFile(path) }) { result in
      completion((try? result.get()) ?? false)
    }
  }

  /// Where a playlist file would be that is called so, and by no playlist's name.
  func possiblePlaylistFile(_ name: String) -> (MountedVolume, [UInt8])? {
    guard playlistIndex[name] == nil, ListFormat(fileName: name.utf8) != nil,
      let (volume, path) = place(of: name), !path.isEmpty
    else { return nil }
    return (volume, path)
  }

  /// A page of the songs in the playlist file at `uri`: those of its entries that are present. It is read again with
  /// each first page. One that gives no song is refused, with the reason.
  func entries(
    ofPlaylistFile uri: String, after cursor: PlaylistCursor?, skipping: Int, limit: Int,
    request: LibraryRequest,
    completion: @escaping (Result<PlaylistPage, Refusal>) -> Void
  ) {
    func answer(_ entries: [PlaylistEntry], _ missing: Int) {
      let start = min((cursor.map { Int(clamping: $0.place) + 1 } ?? 0) + skipping, entries.count)
      let end = min(start + limit, entries.count)
      var page = PlaylistPage()
      page.entries = start < end ? Array(entries[start..<end]) : []
      page.missing = missing
      if end < entries.count {
        page.next = PlaylistCursor(place: Int64(end - 1), row: 0)
      } else {
        openList = nil
      }
      completion(.success(page))
    }
    if cursor != nil, let open = openList, open.uri == uri { return answer(open.entries, open.missing) }
    readPlaylistFile(at: uri, request: request) { [weak self] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let (file, source)):
        if file.entries.isEmpty, ListFormat(fileName: uri.utf8) == .cue {
          return completion(.failure(.failed(.nothingToPlay, "No audio track in \(uri)", about: uri)))
        }
        self?.match(file.entries.map { WantedTrack($0) }, from: source, request: request) { tracks in
          let entries = zip(tracks, file.entries).compactMap { track, entry in
            (track ?? entry.stream).map { PlaylistEntry($0, entry.region, told: [SourceMetadata](entry)) }
          }
          let missing = file.entries.count - entries.count
          if entries.isEmpty, let first = file.entries.first {
            let what = missing == 1 ? "the song" : "any of the \(missing) songs"
            let why =
              "No file for \(what) in \(uri); the first is \(EscapedName.text(for: first.location.text.utf8))"
            return completion(.failure(.failed(.nothingToPlay, why, about: uri)))
          }
          self?.openList = (uri, entries, missing)
          answer(entries, missing)
        }
      }
    }
  }

  /// Reads a file on a volume.
  /// - Parameter isLong: what it says may be much, and others are not to wait for it.
  func readPlaylistFile(
    at uri: String, isLong: Bool = false, request: LibraryRequest,
    completion: @escaping (Result<(PlaylistFile, TrackMatching.Source), Refusal>) -> Void
  ) {
    guard let format = ListFormat(fileName: uri.utf8), let (volume, path) = place(of: uri), !path.isEmpty
    else {
      return completion(.failure(.noSuchPlaylist))
    }
    let root = volume.worker.root
    func answer(_ result: Result<Result<PlaylistFile, Refusal>, StoreError>) {
      switch result {
      case .failure(let error): completion(.failure(Refusal(error)))
      case .success(.failure(let refusal)): completion(.failure(refusal))
      case .success(.success(let file)): completion(.success((file, (volume, VolumePath.split(path).folder))))
      }
    }
    if isLong {
      askFiles(
        volume, { (_) throws(StoreError) in playlistFile(path, format, in: root, refusing: true) },
        request: request, completion: answer)
    } else {
      ask(
        volume, { (_) throws(StoreError) in playlistFile(path, format, in: root) }, request: request,
        completion: answer)
    }
  }

  /// Which tracks are meant, in their order; nil for each that is not here.
  func match(
    _ wanted: [WantedTrack], from source: TrackMatching.Source?, request: LibraryRequest,
    progress: @escaping (Int) -> Void = { _ in }, completion: @escaping ([TrackReference?]) -> Void
  ) {
    TrackMatching(self, wanted, from: source, request: request, progress: progress, completion: completion)
      .start()
  }
}

/// - Parameter refusesOthers: whether what is no playlist by its content is refused; else there is just nothing in it.
private func playlistFile(
  _ path: [UInt8], _ format: ListFormat, in root: Root, refusing refusesOthers: Bool = false
) -> Result<PlaylistFile, Refusal> {
  do throws(SystemError) {
    let file = try root.open(path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= PlaylistFile.mostBytes {
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      bytes += buffer[..<count]
    }
    if refusesOthers, let refusal = Refusal(noPlaylist: bytes, as: format) {
      return .failure(refusal)
    }
    return .success(PlaylistFile(reading: bytes, as: format))
  } catch {
    switch Refusal(ofFile: error) {
    case .volumeGone: return .failure(.volumeGone)
    case .system(let what): return .failure(.system(what))
    default: return .failure(.noSuchPlaylist)
    }
  }
}

extension ListedEntry {
  /// What it names in a network.
  var stream: TrackReference? { location.start == .web ? TrackReference(url: location.text) : nil }

  /// The part that is meant, where that makes sense.
  var region: Region {
    let region = Region(start: start ?? .zero, end: end)
    return region.isValid ? region : .whole
  }
}
