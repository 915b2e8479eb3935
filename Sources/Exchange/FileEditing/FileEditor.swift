public import Library
import Linux
public import Model

/// Changes music files on the volumes: their tags, and which there are. The work runs on each volume's thread for whole files.
/// Loop thread only; completions are called on the loop, once.
public final class FileEditor {
  private let library: MusicLibrary
  private let tagger: Tagger
  private var copying: Set<VolumeID> = []

  /// - Parameter tagger: the path of `jukebox-tagger`; nil where it is not known.
  public init(library: MusicLibrary, tagger: String?) {
    self.library = library
    self.tagger = Tagger(program: tagger)
  }

  // MARK: Tags

  /// - Parameter completion: gets the tags as they were written, once they would survive a power cut.
  public func tag(
    _ uri: String, _ request: TagRequest, completion: @escaping (Result<[TagEdit], Refusal>) -> Void
  ) {
    guard let (volume, path) = library.place(of: uri), !path.isEmpty else {
      return library.later { completion(.failure(.noSuchSong)) }
    }
    let (tagger, prefix) = (tagger, library.prefix(of: volume))
    library.askFiles(of: volume) { (access) throws(Refusal) in
      let bytes = try EditedPlace(path, in: access.root).status.size + TagWriting.growthBytes
      let why = "space was needed: for the tags of \(uri)"
      Self.tell(try Trash(access.root).makeRoom(for: bytes), of: access, below: prefix, why)
      return try TagWriting(volume: access, tagger: tagger).run(request, on: path)
    } completion: { [weak self] result in
      if case .success = result { self?.tellOfChange(volume) }
      completion(result)
    }
  }

  // MARK: Removing

  /// Moves songs and folders into the trash of their volumes; nothing is moved where one of them is not there.
  public func remove(_ uris: [String], completion: @escaping (Result<[TrashItem], Refusal>) -> Void) {
    let places = uris.map { library.place(of: $0) }
    guard places.allSatisfy({ $0 != nil }) else {
      return library.later { completion(.failure(.noSuchPath)) }
    }
    var paths: [(MountedVolume, [UInt8])] = []
    // A folder's content goes with it.
    for place in places.compactMap(\.self).sorted(by: { $0.1.count < $1.1.count })
    where !paths.contains(where: { $0.0 === place.0 && Self.isAtOrBelow($0.1, place.1) }) {
      paths.append(place)
    }
    let known = paths
    each(known[...]) { (place, access) throws(Refusal) in
      _ = try EditedPlace(place, in: access.root)
    } completion: {
      [weak self] (result: Result<[Void], Refusal>) in
      guard let self else { return }
      if case .failure(let refusal) = result { return completion(.failure(refusal)) }
      each(known[...]) { (path, access) throws(Refusal) in
        let place = try EditedPlace(path, in: access.root)
        let item = try Trash(access.root).take(place, now: WallClock.synchronised())
        let isFolder = item.isFolder
        // If this fails, the scan finds that they are gone.
        _ = try? access.perform { (store) throws(StoreError) in
          try EditedRows(store).lose(path, isFolder: isFolder)
        }
        return item
      } done: { [weak self] volume, path, _ in
        self?.tellOfChange(volume, at: path)
      } completion: { [weak self] (result: Result<[Trash.Item], Refusal>) in
        completion(result.map { items in zip(known, items).compactMap { self?.report($1, on: $0.0) } })
      }
    }
  }

  private static func isAtOrBelow(_ folder: [UInt8], _ path: [UInt8]) -> Bool {
    path.starts(with: folder) && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
  }

  // MARK: The trash

  /// Lists the items in the trash of all volumes, the oldest first of each.
  public func trash(completion: @escaping (Result<[TrashItem], Refusal>) -> Void) {
    found { result in completion(result.map { $0.map(\.report) }) }
  }

  private typealias FoundItem = (volume: MountedVolume, item: Trash.Item, report: TrashItem)

  private func found(completion: @escaping (Result<[FoundItem], Refusal>) -> Void) {
    let places = library.ordered.map { ($0, [UInt8]()) }[...]
    each(places) { (_, access) throws(Refusal) in
      try Trash(access.root).items()
    } completion: {
      [weak self] (result: Result<[[Trash.Item]], Refusal>) in
      completion(
        result.map { lists in
          zip(places, lists).flatMap { place, items in
            items.compactMap { item in self.map { (place.0, item, $0.report(item, on: place.0)) } }
          }
        })
    }
  }

  /// Moves an item back to where it was.
  /// - Parameter name: its number, or its URI: of several with one URI the last is meant.
  public func restore(_ name: String, completion: @escaping (Result<TrashItem, Refusal>) -> Void) {
    found(
      completion: passingRefusals(to: completion) { [weak self] items in
        guard let found = items.last(where: { $0.report.id == name || $0.report.uri == name }) else {
          return completion(
            .failure(.failed(.noSuchTrash, "No such item in the trash: \(name)", about: name)))
        }
        self?.restore(found, completion)
      })
  }

  private func restore(_ found: FoundItem, _ completion: @escaping Completion<TrashItem>) {
    let identity = found.item.identity
    library.askFiles(of: found.volume) { (access) throws(Refusal) in
      let item = try Trash(access.root).restore(identity)
      Self.findRows(at: item.path, of: access)
    } completion: { [weak self] (result: Result<Void, Refusal>) in
      self?.tellOfChange(found.volume, at: found.item.path)
      completion(result.map { found.report })
    }
  }

  /// Rows whose files are there again, as they were, are tracks again; what differs is found by the scan that follows.
  private static func findRows(at path: [UInt8], of access: VolumeAccess) {
    var last: Int64 = 0
    while true {
      let after = last
      let rows = try? access.perform { (store) throws(StoreError) in
        try EditedRows(store).lost(at: path, after: after)
      }
      guard let rows, let end = rows.last else { return }
      last = end.id
      let found = rows.filter { row in
        guard row.isIncluded, let status = try? access.root.statusOfName(row.path) else { return false }
        return status.kind == .regular && status.size == row.sizeBytes
          && status.modifiedNanoseconds == row.modifiedNanoseconds
      }.map(\.id)
      if found.isEmpty { continue }
      _ = try? access.perform { (store) throws(StoreError) in try EditedRows(store).find(found) }
    }
  }

  /// Deletes what is in the trash.
  /// - Parameter volume: its name; nil for all.
  public func emptyTrash(
    of volume: String?, completion: @escaping (Result<[TrashItem], Refusal>) -> Void
  ) {
    let volumes = library.ordered.filter {
      volume == nil || $0.info.map { EscapedName.text(for: $0.name.utf8) } == volume
    }
    guard volume == nil || !volumes.isEmpty else {
      return library.later { completion(.failure(.noSuchVolume)) }
    }
    let places = volumes.map { ($0, [UInt8]()) }[...]
    let isOne = volume != nil
    each(places) { (_, access) throws(Refusal) in
      // Among all volumes, those that are read-only stay as they are.
      isOne || access.root.takesWrites(in: []) ? try Trash(access.root).empty() : []
    } completion: { [weak self] (result: Result<[[Trash.Item]], Refusal>) in
      completion(
        result.map { lists in
          zip(places, lists).flatMap { place, items in items.compactMap { self?.report($0, on: place.0) } }
        })
    }
  }

  /// Deletes what was removed from a volume 30 days ago or earlier; and more where its space runs short.
  public func tidyTrash(of volume: VolumeID) {
    guard let volume = library.open(volume) else { return }
    let prefix = library.prefix(of: volume)
    library.askFiles(of: volume) { (access) in
      let trash = Trash(access.root)
      let old = try? trash.deleteOld(now: WallClock.synchronised())
      Self.tell(old ?? [], of: access, below: prefix, "30 days have passed")
      let room = try? trash.makeRoom(for: 0)
      Self.tell(room ?? [], of: access, below: prefix, "space was needed: the volume is nearly full")
    } completion: { _ in
    }
  }

  // MARK: Copying

  /// Copies songs, with the pictures in their folders, to the same paths on another volume. Those that are there already are
  /// left out, so the same call again resumes a copy that was cut short.
  ///
  /// - Parameters:
  ///   - volume: the name of the other volume.
  ///   - progress: called after each piece.
  /// - Returns: cancelling it ends the copy; what was copied so far stays, and nothing half.
  public func copy(
    _ uris: [String], to volume: String, progress: @escaping (CopyReport) -> Void,
    completion: @escaping (Result<CopyReport, Refusal>) -> Void
  ) -> Query {
    let target = library.ordered.first { $0.info.map { EscapedName.text(for: $0.name.utf8) } == volume }
    guard let target, let id = target.info?.id else {
      return library.refuse(.noSuchVolume, completion)
    }
    guard copying.insert(id).inserted else {
      return library.refuse(
        .failed(.limitReached, "Another copy to \(volume) is under way: wait until it has ended"), completion)
    }
    let copy = FileCopying(library: library, target: target, progress: progress) { [weak self] result in
      self?.copying.remove(id)
      completion(result)
    }
    copy.start(uris)
    return copy
  }

  // MARK: Helpers

  /// Runs work for one place after the other, each on the thread for whole files of its volume, until one is refused.
  private func each<Value: Sendable>(
    _ places: ArraySlice<(MountedVolume, [UInt8])>, before: [Value] = [],
    _ work: @escaping @Sendable ([UInt8], VolumeAccess) throws(Refusal) -> Value,
    done: @escaping (MountedVolume, [UInt8], Value) -> Void = { _, _, _ in },
    completion: @escaping (Result<[Value], Refusal>) -> Void
  ) {
    guard let (volume, path) = places.first else { return library.later { completion(.success(before)) } }
    library.askFiles(of: volume) { (access) throws(Refusal) in
      try work(path, access)
    } completion: { [weak self] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let value):
        done(volume, path, value)
        self?.each(places.dropFirst(), before: before + [value], work, done: done, completion: completion)
      }
    }
  }

  /// Logs what was deleted from the trash.
  static func tell(_ items: [Trash.Item], of volume: VolumeAccess, below prefix: String, _ why: String) {
    for item in items {
      let uri = prefix + EscapedName.text(for: item.path)
      volume.warn("trash of \(volume.path): \(uri) was deleted, \(item.bytes) bytes; \(why)")
    }
  }

  private func report(_ item: Trash.Item, on volume: MountedVolume) -> TrashItem {
    TrashItem(
      id: item.identity.name, uri: library.prefix(of: volume) + EscapedName.text(for: item.path),
      removed: item.identity.seconds == 0 ? nil : item.identity.seconds, bytes: item.bytes,
      isFolder: item.isFolder)
  }

  /// - Parameter path: of which a scan looks for what else has changed.
  private func tellOfChange(_ volume: MountedVolume, at path: [UInt8]? = nil) {
    guard let id = volume.info?.id, !volume.isLeaving else { return }
    volume.tracksChanged()
    library.tell(.tracksChanged(id))
    if let path, library.scans.hasPlace(on: volume) { library.scans.start([(volume, path)]) }
  }
}
