import Linux
public import Model

/// The files themselves, as they are on the volumes. They are read on the threads of the stores. Completions are called on
/// the loop, once, unless the request was cancelled.
public struct LibraryFiles {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A folder of the tree, to be listed file by file, whether there is music in it or not.
  ///
  /// - Parameter uri: empty for the root of the tree.
  public func list(_ uri: String) throws(Refusal) -> FileListing {
    let reading = try folder(at: uri)
    return FileListing { next(of: reading, limit: $0, completion: $1) }
  }

  private func folder(at uri: String) throws(Refusal) -> FolderReading {
    if uri.isEmpty {
      let top = library.mounts.top
      let others = library.ordered.filter { $0 !== top }.compactMap(\.info)
      return FolderReading(
        top, [],
        volumes: others.map {
          FileReport(name: EscapedName.text(for: $0.name.utf8), size: nil, modified: nil)
        })
    }
    guard let (volume, path) = library.place(of: uri) else { throw .noSuchDirectory }
    return FolderReading(volume, path)
  }

  /// The next entries of a folder, in the file system's order.
  ///
  /// - Parameter completion: gets at most `limit` entries (the volumes at the root may be more), none at the end;
  ///   `.noSuchDirectory` where there is no such folder.
  private func next(
    of reading: FolderReading, limit: Int, completion: @escaping Completion<[FileReport]>
  ) -> Query {
    let request = LibraryRequest()
    goOn(reading, limit: max(1, min(limit, MusicLibrary.window)), request, completion)
    return request
  }

  private func goOn(
    _ reading: FolderReading, limit: Int, _ request: LibraryRequest,
    _ completion: @escaping Completion<[FileReport]>
  ) {
    let volumes = reading.volumes
    guard !reading.isAtEnd, volumes.isEmpty, let volume = reading.volume else {
      reading.volumes = []
      return library.later { if !request.isCancelled { completion(.success(volumes)) } }
    }
    let (key, path, root) = (ObjectIdentifier(reading), reading.path, volume.worker.root)
    reading.path = nil
    library.ask(
      volume,
      { (store) throws(StoreError) in store.openFolders.next(of: key, from: path, limit: limit, in: root) },
      request: request
    ) { result in
      // A failure of the question itself: the volume has gone.
      switch (try? result.get()) ?? .failure(.volumeGone) {
      case .success(let window):
        reading.isAtEnd = window.isAtEnd
        if window.entries.isEmpty, !window.isAtEnd {
          goOn(reading, limit: limit, request, completion)
        } else {
          completion(.success(window.entries))
        }
      case .failure(let refusal):
        reading.isAtEnd = true
        completion(.failure(refusal))
      }
    }
  }

  /// The chapters that the track at `uri` has, each with where it ends: where its file says, else where the next begins
  /// or the track ends.
  ///
  /// - Parameter completion: gets `.noSuchSong` where there is no such track.
  @discardableResult
  public func chapters(
    of uri: String, completion: @escaping Completion<[Chapter]>
  ) -> Query {
    guard let (volume, path) = library.place(of: uri), !path.isEmpty else {
      return library.refuse(.noSuchSong, completion)
    }
    return library.ask(
      volume,
      { (store) throws(StoreError) -> [Chapter]? in
        guard let chapters = try store.tracks.chapters(at: path), let track = try store.tracks.at([path])[0]
        else { return nil }
        return Chapter.ended(chapters, at: track.details.duration)
      }
    ) { completion($0.refused(missing: .noSuchSong)) }
  }

  /// Opens a track's file on a thread that may wait for its volume.
  public func open(
    _ track: TrackReference, completion: @escaping Completion<OpenFile>
  ) {
    let path = track.path
    library.askFiles(
      on: track.volume,
      { (access) throws(Refusal) in
        do throws(SystemError) {
          return OpenFile(try access.root.open(path))
        } catch {
          throw Refusal(StoreError(error))
        }
      }, completion: completion)
  }
}

extension Chapter {
  /// The chapters with ends for those that have none.
  fileprivate static func ended(_ chapters: [Chapter], at duration: Duration?) -> [Chapter] {
    var ended: [Chapter] = []
    var next = duration
    for chapter in chapters.reversed() {
      let end = chapter.end ?? next.flatMap { $0 > chapter.start ? $0 : nil }
      ended.append(
        Chapter(start: chapter.start, end: end, title: chapter.title, performer: chapter.performer))
      next = chapter.start
    }
    return ended.reversed()
  }
}
