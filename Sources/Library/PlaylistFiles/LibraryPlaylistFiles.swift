import Interchange
public import Model

/// Playlist files on the volumes, as playlists that can only be read. Completions are called on the loop.
public final class LibraryPlaylistFiles {
  private unowned let library: MusicLibrary
  /// The file that is read in pages now.
  private var openList: (uri: String, entries: [PlaylistEntry], missing: Int)?

  init(_ library: MusicLibrary) { self.library = library }

  /// All that scans have met on the volumes that are open, in the order of the tree.
  @discardableResult
  public func all(completion: @escaping Completion<[PlaylistFileReport]>) -> Query {
    uris { result in
      completion(
        result.map { found in
          found.flatMap { volume, uris in
            uris.map { PlaylistFileReport(uri: $0, volume: volume.name) }
          }
        })
    }
  }

  /// Their URIs, volume by volume.
  func uris(completion: @escaping Completion<[(volume: VolumeInfo, uris: [String])]>) -> Query {
    return library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.playlistFiles.all()
    } completion: { [library] answers in
      var found: [(volume: VolumeInfo, uris: [String])] = []
      for (volume, result) in answers {
        switch result {
        case .success(let paths):
          let prefix = library.prefix(of: volume)
          if let info = volume.info, !paths.isEmpty {
            found.append((info, paths.map { prefix + EscapedName.text(for: $0) }))
          }
        case .failure(let error) where error.kind == .closed: break
        case .failure(let error): return completion(.failure(Refusal(error)))
        }
      }
      completion(.success(found))
    }
  }

  /// Whether a name that no playlist has is that of a playlist file on a volume. Once the playlists are known.
  /// - Parameter completion: called at once if the name alone shows that it is not.
  public func has(_ name: String, completion: @escaping (Bool) -> Void) {
    first(of: [name]) { completion($0 != nil) }
  }

  /// The first of some names for which `has` holds; nil if there is none.
  func first(of names: [String], completion: @escaping (String?) -> Void) {
    let names = names.filter { place(of: $0) != nil }
    if names.isEmpty { return completion(nil) }
    library.gather(of: names.map(place)) { (store, paths) throws(StoreError) in
      try paths.map { (path) throws(StoreError) in try store.playlistFiles.has(path) }
    } completion: { found in
      completion(zip(names, found).first { $0.1 == true }?.0)
    }
  }

  /// Returns where a playlist file of this name would be; nil if a playlist has the name.
  private func place(of name: String) -> TrackReference? {
    guard library.playlists.index[name] == nil, ListFormat(fileName: name.utf8) != nil,
      let (volume, path) = library.place(of: name), !path.isEmpty, let id = volume.info?.id
    else { return nil }
    return TrackReference(volume: id, path: path)
  }

  /// A page of the songs in the playlist file at `uri`: those of its entries that are present. It is read again with
  /// each first page. One that gives no song is refused, with the reason.
  func entries(
    of uri: String, after cursor: PlaylistCursor?, skipping: Int, limit: Int,
    request: LibraryRequest,
    completion: @escaping Completion<PlaylistEntries>
  ) {
    func answer(_ entries: [PlaylistEntry], _ missing: Int) {
      let start = min((cursor.map { Int(clamping: $0.place) + 1 } ?? 0) + skipping, entries.count)
      let end = min(start + limit, entries.count)
      var page = PlaylistEntries()
      page.entries = start < end ? Array(entries[start..<end]) : []
      page.missing = missing
      if end < entries.count {
        page.next = PlaylistCursor(place: Int64(end - 1), row: 0).cursor
      } else {
        openList = nil
      }
      completion(.success(page))
    }
    if cursor != nil, let open = openList, open.uri == uri { return answer(open.entries, open.missing) }
    guard let (volume, file) = file(at: uri) else { return completion(.failure(.noSuchPlaylist)) }
    let volumes = library.access(for: request)
    library.askFiles(of: volume, request: request) { (_) throws(Refusal) in
      try file.entries(calledAs: uri, on: volumes)
    } completion: { [weak self] result in
      guard case .success(let (entries, missing)) = result else {
        return completion(result.map { _ in PlaylistEntries() })
      }
      self?.openList = (uri, entries, missing)
      answer(entries, missing)
    }
  }

  /// nil where no playlist file can be called so.
  package func file(at uri: String) -> (volume: MountedVolume, file: ListFile)? {
    guard let format = ListFormat(fileName: uri.utf8), let (volume, path) = library.place(of: uri),
      !path.isEmpty,
      let id = volume.info?.id
    else { return nil }
    return (volume, ListFile(volume: id, root: volume.worker.root, path: path, format: format))
  }
}
