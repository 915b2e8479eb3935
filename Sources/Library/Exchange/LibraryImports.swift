import Interchange
public import Model

/// Makes playlists from files of other programs, and undoes that. Completions are called on the loop, once.
public final class LibraryImports {
  private unowned let library: MusicLibrary
  /// Which imports can be undone: what the box remembered, to begin with.
  public var history = ImportHistory()
  /// Stores `history`, and calls back once that would survive a power cut.
  public var keep: (ImportHistory, @escaping (StoreError?) -> Void) -> Void = { $1(nil) }

  init(_ library: MusicLibrary) { self.library = library }

  /// Makes a playlist of what a file says. Entries that no song here is are kept, too: as what the file says, in the
  /// place where the file would be.
  ///
  /// - Parameters:
  ///   - name: nil for what the file says, else for the file's own name. One that is taken gets a number.
  ///   - step: of an import that this belongs to; nil begins a new one. What is of one step is undone together.
  ///   - progress: called with how many entries are looked for, and how many there are.
  ///   - completion: called once the playlist would survive a power cut.
  @discardableResult
  public func make(
    _ source: ImportSource, named name: String? = nil, step: Int64? = nil,
    progress: @escaping (Int, Int) -> Void = { _, _ in },
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    switch preparation(of: source, request) {
    case .failure(let refusal): library.later { if !request.isCancelled { completion(.failure(refusal)) } }
    case .success(let (volume, content, place, own)):
      let preparing = PlaylistImport(
        content: content, place: place, name: name, ownName: own, step: step,
        steps: history.steps.map(\.number), volumes: library.access(for: request))
      let done = ImportProgress()
      var isRunning = true
      let library = library
      func report() {
        if let (count, all) = done.news { progress(count, all) }
        if isRunning, !request.isCancelled { library.later(after: Self.progressPeriod) { report() } }
      }
      report()
      library.askFiles(of: volume, request: request) { () throws(Refusal) in
        try preparing.run(done)
      } completion: { [weak self] result in
        isRunning = false
        report()
        switch result {
        case .failure(let refusal): completion(.failure(refusal))
        case .success(let (report, entries)): self?.write(report, entries, completion)
        }
      }
    }
    return request
  }

  private static let progressPeriod = Duration.milliseconds(100)

  /// What is to be read, and on the thread of which volume.
  private func preparation(
    of source: ImportSource, _ request: LibraryRequest
  ) -> Result<(MountedVolume, PlaylistImport.Content, TrackMatching.Source?, name: String), Refusal> {
    switch source {
    case .file(let uri):
      guard let (volume, file) = library.playlists.files.file(at: uri) else {
        return .failure(.noSuchPlaylist)
      }
      return .success((volume, .file(file), file.source, Self.name(ofFile: uri)))
    case .bytes(let bytes, let format, let path):
      guard let volume = library.ordered.first else { return .failure(.noVolume) }
      let place = path.flatMap { self.place(onVolume: $0) }
      return .success((volume, .bytes(bytes, format), place, Self.name(ofFile: path ?? "")))
    }
  }

  /// The place of a machine's path, if it is on a volume.
  private func place(onVolume path: String) -> TrackMatching.Source? {
    for volume in library.ordered {
      let root = volume.path.hasSuffix("/") ? volume.path : volume.path + "/"
      guard path.hasPrefix(root) else { continue }
      let rest = Array(path.utf8.dropFirst(root.utf8.count))
      if VolumePath.isValid(rest), let id = volume.info?.id {
        return TrackMatching.Source(volume: id, folder: VolumePath.split(rest).folder)
      }
    }
    return nil
  }

  private static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func write(
    _ report: ImportReport, _ entries: [PlaylistEntry], tries: Int = 3,
    _ completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) {
    library.playlists.all { [weak self] known in
      guard let self else { return }
      var report = report
      let taken = Set(known.map { Array($0.name.utf8) })
      report.name = StoredPlaylist.freeName(like: report.name) {
        StoredPlaylist.isReserved(name: $0) || taken.contains(Array($0.utf8))
      }
      let change = PlaylistChange.write(entries, .create, [])
      guard let home = library.playlists.home(of: change.tracksOfNewPlaylist ?? [])?.info?.id else {
        return completion(.failure(.noVolume))
      }
      let place = ImportPlace(step: report.step, volume: home)
      let isNew = !history.has(place.step, on: home)
      note(place) { [weak self] error in
        guard let self else { return }
        if let error { return completion(.failure(Refusal(error))) }
        library.playlists.change(report.name, change, inImport: place) { [weak self] refusal in
          guard let self else { return }
          settle(place, refusal, isNew: isNew)
          if refusal == .playlistExists, tries > 1 {
            return write(report, entries, tries: tries - 1, completion)
          }
          completion(refusal.map { .failure($0) } ?? .success(report))
        }
      }
    }
  }

  /// Keeps that an import is made on a volume, before it is: what a power cut ends there can be undone, too, and nothing
  /// that was made before it is taken for it.
  private func note(_ place: ImportPlace, _ then: @escaping (StoreError?) -> Void) {
    guard !history.has(place.step, on: place.volume) else { return then(nil) }
    history.add(place.step, on: place.volume)
    keep(history) { [weak self] error in
      if error != nil { self?.history.remove(place.step, from: place.volume) }
      then(error)
    }
  }

  /// - Parameter isNew: whether nothing of the step was there before.
  private func settle(_ place: ImportPlace, _ refusal: Refusal?, isNew: Bool) {
    switch refusal {
    case nil:
      // Somebody may have undone it while it was made.
      if !history.has(place.step, on: place.volume) { note(place) { _ in } }
    // Nobody knows what is there now.
    case .volumeGone, .system: break
    default:
      guard isNew else { return }
      history.remove(place.step, from: place.volume)
      keep(history) { _ in }
    }
  }

  // MARK: Undo

  /// Takes back what the last import of this box made, as far as nobody has changed it since. Where nothing of it is there,
  /// none before it is taken back in its place: the next undo does that, also where the refusal says that no volume knows of
  /// it (`importUnknown`).
  ///
  /// - Parameter completion: gets nil where there is nothing to undo.
  public func undo(completion: @escaping (Result<UndoReport?, Refusal>) -> Void) {
    guard let last = history.steps.last else { return refuseOthers(completion) }
    if let away = last.volumes.first(where: { library.open($0) == nil }) {
      let name = library.mounts.name(of: away) ?? ""
      return library.later { completion(.failure(.importAway(volume: name))) }
    }
    let number = last.number
    library.sweep(last.volumes.compactMap { library.open($0) }) { (store) throws(StoreError) in
      try store.imports.undo(number)
    } completion: { [weak self] answers in
      guard let self else { return }
      var report = UndoReport()
      var failure: StoreError?
      for (id, (volume, result)) in zip(last.volumes, answers) {
        switch result {
        // What was taken back on others is not asked for again.
        case .failure(let error): failure = failure ?? error
        case .success(let undone):
          history.remove(number, from: id)
          guard let (removed, kept) = undone else {
            report.unknown.append(volume.info?.name ?? "")
            continue
          }
          report.removed += removed
          report.kept += kept
          library.playlists.renew(volume)
        }
      }
      // Where that is not kept, the next one finds nothing of it.
      keep(history) { _ in
        if let failure { return completion(.failure(Refusal(failure))) }
        guard let unknown = report.unknown.first, report.unknown.count == answers.count else {
          return completion(.success(report))
        }
        completion(.failure(.importUnknown(volume: unknown)))
      }
    }
  }

  /// This box has made none that is left; volumes may have those of other boxes.
  private func refuseOthers(_ completion: @escaping (Result<UndoReport?, Refusal>) -> Void) {
    library.sweep(library.ordered) { (store) throws(StoreError) in
      try store.imports.last()
    } completion: { answers in
      let steps = answers.map { ($0.volume, step: (try? $0.result.get()) ?? 0) }
      let other = steps.filter { ImportStep.told.contains($0.step) }.max { $0.step < $1.step }
      guard let name = other?.0.info?.name else { return completion(.success(nil)) }
      completion(.failure(.importOfOthers(volume: name)))
    }
  }
}
