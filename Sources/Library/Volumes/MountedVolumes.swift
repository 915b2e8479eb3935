import Linux
public import Model

/// The volumes that are there: opens their databases, gives each its identity and name, closes them. Loop thread only.
public final class MountedVolumes {
  private unowned let library: MusicLibrary
  private let workers: WorkerFactory

  /// Which volume was at the root of the tree last: while none is there, its tracks keep the URIs that they had.
  public var rootVolume: VolumeID?
  /// In the order in which they appeared.
  private(set) var all: [MountedVolume] = []
  private var nextKey: UInt64 = 0
  /// Work that waits until every present volume is open.
  private var openWaiters: [() -> Void] = []

  init(_ library: MusicLibrary, _ workers: WorkerFactory) {
    (self.library, self.workers) = (library, workers)
  }

  // MARK: Present volumes

  /// The open volumes in the order of the tree: the first fixed folder, then by name.
  var ordered: [MountedVolume] {
    let open = all.filter { $0.info != nil && !$0.isLeaving }
    guard let top else { return open.sorted(by: Self.byName) }
    return [top] + open.filter { $0 !== top }.sorted(by: Self.byName)
  }

  /// The one whose content is the root of the tree; nil where every volume is a folder of its name.
  public var topVolume: VolumeID? { top?.info?.id }

  private static func byName(_ a: MountedVolume, _ b: MountedVolume) -> Bool {
    NaturalKey.precedes(Array((a.info?.name ?? "").utf8), Array((b.info?.name ?? "").utf8))
  }

  func open(_ id: VolumeID) -> MountedVolume? { all.first { $0.info?.id == id && !$0.isLeaving } }

  /// The volume at the root of the tree: the first fixed folder, and while that one is opening, none.
  var top: MountedVolume? {
    guard let first = all.first(where: { $0.isFixed && !$0.isLeaving }), first.info != nil else {
      return nil
    }
    return first
  }

  /// Returns the name of a volume that was seen, for the URIs of queue entries.
  public func name(of volume: VolumeID) -> String? { workers.identities.names[volume] }

  /// The names of volumes that the box has seen and that are not here, as far as none that is here is called so.
  public var absentNames: Set<String> {
    let here = all.filter { !$0.isLeaving }
    let open = Set(here.compactMap { $0.info?.id })
    // One that is being opened is nearly here.
    return Set(workers.identities.names.filter { !open.contains($0.key) }.values).subtracting(
      here.map { $0.info?.name ?? $0.mount.label })
  }

  func find(_ key: UInt64) -> MountedVolume? { all.first { $0.worker.key == key } }

  /// Runs `body` once every volume that is there now is open, or can't be opened.
  public func whenOpen(_ body: @escaping () -> Void) {
    openWaiters.append(body)
    runOpenWaiters()
  }

  private func runOpenWaiters() {
    guard all.allSatisfy({ $0.info != nil || $0.isLeaving }) else { return }
    let waiters = openWaiters
    openWaiters = []
    for body in waiters { body() }
  }

  // MARK: Coming and going

  /// A folder or a mount point with music is there. `opened` or `failed` follows.
  ///
  /// - Parameters:
  ///   - path: the folder, or where it is mounted.
  ///   - isFixed: a configured folder: the first one is the root of the tree.
  ///   - label: the volume's name at first sight.
  ///   - isReadOnly: mounted so.
  /// - Returns: false where it was there already.
  @discardableResult
  public func appeared(path: String, isFixed: Bool, label: String, isReadOnly: Bool) -> Bool {
    guard !all.contains(where: { $0.path == path && !$0.isLeaving }) else { return false }
    let mount = MountedVolume.Mount(path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly)
    open(mount, at: all.count)
    return true
  }

  /// - Parameter place: among those that are there.
  private func open(_ mount: MountedVolume.Mount, at place: Int) {
    nextKey += 1
    do throws(SystemError) {
      all.insert(try workers.start(mount, key: nextKey), at: place)
    } catch {
      library.tell(.failed(path: mount.path, StoreError(error)))
    }
  }

  /// The volume is gone or is to go: what is under way ends, and everything on it is closed; `closed` follows.
  ///
  /// - Parameter orderly: it is still there (an unmount was asked for, the daemon ends): its database is first made
  ///   one whole file.
  public func gone(path: String, orderly: Bool = false) {
    guard let volume = all.first(where: { $0.path == path && !$0.isLeaving }) else { return }
    leave(volume, orderly: orderly)
  }

  private func leave(_ volume: MountedVolume, orderly: Bool) {
    library.playlists.removed.leave(volume, orderly: orderly)
    volume.isLeaving = true
    volume.worker.close(orderly: orderly)
    library.scans.endAll(on: volume)
    library.playlists.volumesChanged(because: volume)
  }

  func leaveAll() {
    for volume in all where !volume.isLeaving { leave(volume, orderly: true) }
  }

  /// Gives a new identity to the later one of two volumes with one identity, and another name to one whose name is taken,
  /// both permanently; then the volume is open.
  func identify(_ volume: MountedVolume, _ info: VolumeInfo) {
    guard let other = open(info.id) else { return name(volume, info) }
    library.tell(.warning("\(volume.path): copy of \(other.path): gets a new identity"))
    change(volume) { (store) throws(StoreError) in
      try store.renewIdentity()
      return store.identity
    } then: {
      $0.name(volume, info.with(id: $1))
    }
  }

  private func name(_ volume: MountedVolume, _ info: VolumeInfo) {
    let taken = Set(all.compactMap { $0 === volume || $0.isLeaving ? nil : $0.info?.name })
    guard taken.contains(info.name) else { return opened(volume, info) }
    let digits = info.id.description
    // Four digits, and more only in the odd case that two volumes share those.
    let names = [4, 8, 32].map { "\(info.name)~\(digits.prefix($0))" }
    let free = names.first { !taken.contains($0) } ?? digits
    change(volume) { (store) throws(StoreError) in
      try store.rename(to: free)
      return store.name
    } then: {
      $0.opened(volume, info.with(name: $1))
    }
  }

  /// Changes a volume that is opening, which is closed if that fails.
  private func change<Value: Sendable>(
    _ volume: MountedVolume, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value,
    then: @escaping (MountedVolumes, Value) -> Void
  ) {
    library.ask(volume, work) { [weak self] result in
      switch result {
      case .success(let value): if let self { then(self, value) }
      case .failure(let error):
        guard let self, !volume.isLeaving else { return }
        library.tell(.failed(path: volume.path, error))
        leave(volume, orderly: false)
      }
    }
  }

  private func opened(_ volume: MountedVolume, _ info: VolumeInfo) {
    if volume.isLeaving { return }
    // Another of the same identity or name may have opened meanwhile.
    if open(info.id) != nil { return identify(volume, info) }
    if all.contains(where: { $0 !== volume && !$0.isLeaving && $0.info?.name == info.name }) {
      return name(volume, info)
    }
    volume.info = info
    if top === volume { rootVolume = info.id }
    workers.identities.remember(info.id, name: info.name, look: info.fingerprint)
    library.tell(.opened(info))
    library.playlists.read(volume)
    library.scans.start([(volume, [])], isAwaited: !info.wasScanned)
    runOpenWaiters()
  }

  /// The threads of a volume have ended.
  func ended(_ key: UInt64) {
    guard let index = all.firstIndex(where: { $0.worker.key == key }) else { return }
    let volume = all.remove(at: index)
    defer { runOpenWaiters() }
    library.scans.endAll(on: volume)
    if let info = volume.info { library.tell(.closed(info.id, path: volume.path)) }
  }
}

extension VolumeInfo {
  func with(id: VolumeID? = nil, name: String? = nil) -> VolumeInfo {
    VolumeInfo(
      id: id ?? self.id, name: name ?? self.name, path: path, isFixed: isFixed,
      isCopy: isCopy, trackCount: trackCount, wasScanned: wasScanned, fingerprint: fingerprint)
  }
}
