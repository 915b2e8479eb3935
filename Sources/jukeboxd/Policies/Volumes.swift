import Configuration
import Library
import Linux
import Model

/// From mounts to playable volumes: watches the fixed folders and the mount root, reports appearing and leaving volumes
/// to the library, and playable ones to the player. Loop thread only.
final class Volumes: LibraryObserver {
  private let library: MusicLibrary
  private let controller: PlaybackController
  private let carrier: QueueCarrier
  private let listener: PlayCounter
  private let readers: FileReaders
  private let notify: ChangeNotifier
  private let settings: LibrarySettings
  private var watch: StickWatch?
  /// How often clients had changed the queue when what is at a path appeared.
  private var editsBefore: [String: UInt64] = [:]
  /// Mounted sticks, by their paths.
  private var sticks: [String: Mount] = [:]
  let unused: UnusedVolumes
  private let requests: MountRequests

  /// File systems that hold no files of anybody, or that a look would mount.
  private static let passedOver = ["autofs", "proc", "sysfs", "cgroup2", "devtmpfs", "debugfs", "tracefs"]

  init(
    loop: EventLoop, library: MusicLibrary, controller: PlaybackController, carrier: QueueCarrier,
    listener: PlayCounter, readers: FileReaders, notify: ChangeNotifier, settings: LibrarySettings
  ) {
    self.library = library
    self.controller = controller
    self.carrier = carrier
    self.listener = listener
    self.readers = readers
    self.notify = notify
    self.settings = settings
    unused = UnusedVolumes(loop: loop)
    requests = MountRequests(library: library, notify: notify)
  }

  /// Takes in what is there now, and follows what comes and goes.
  func start(loop: EventLoop) throws(SystemError) {
    let watch = try StickWatch(
      loop: loop, changed: { [weak self] change in self?.changed(change) },
      deviceGone: { [weak self] name in self?.deviceDisappeared(name) })
    self.watch = watch
    addFolders(watch.table)
    for mount in watch.table.mounts { add(mount) }
  }

  func stop(patience: Duration) {
    unused.stop()
    watch = nil
    library.close(patience: patience)
  }

  // MARK: Mounts

  /// Takes in what was mounted and what is gone.
  func changed(_ change: MountChange) {
    for mount in change.disappeared { forget(String(decoding: mount.path, as: UTF8.self)) }
    for mount in change.appeared { add(mount) }
    for mount in change.altered where mount.isReadOnly && isOnStick(mount) {
      Log.warning(
        "\(String(decoding: mount.path, as: UTF8.self)): became read-only: changes are refused until it is plugged in again"
      )
    }
    // A fixed folder may lie on what has just been mounted, and what was in its place lies below that now.
    for mount in change.appeared { closeFolders(coveredBy: mount) }
    if let watch, !change.appeared.isEmpty { addFolders(watch.table) }
  }

  private func deviceDisappeared(_ name: [UInt8]) {
    let source = Array("/dev/".utf8) + name
    for mount in watch?.table.mounts ?? [] where mount.source == source && isOnStick(mount) {
      // It may have come back, and been mounted again, before this was heard of.
      if DeviceNode.device(at: source) == mount.device { continue }
      let path = String(decoding: mount.path, as: UTF8.self)
      guard !settings.folders.contains(path) else { continue }
      Log.notice("\(path): \(String(decoding: source, as: UTF8.self)) is gone")
      forget(path)
    }
  }

  private func addFolders(_ table: MountTable) {
    for folder in settings.folders { addFolder(folder, table) }
  }

  private func addFolder(_ folder: String, _ table: MountTable) {
    let mount = table.mount(holding: Array(folder.utf8))
    appeared(folder, isFixed: true, label: Self.name(folder), isReadOnly: mount?.isReadOnly ?? false)
  }

  private func appeared(_ path: String, isFixed: Bool, label: String, isReadOnly: Bool) {
    if library.mounts.appeared(path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly) {
      editsBefore[path] = controller.edits
    }
  }

  private func addFolder(_ folder: String) { if let watch { addFolder(folder, watch.table) } }

  private func closeFolders(coveredBy mount: Mount) {
    for volume in library.volumes where volume.isFixed && covers(mount, volume) {
      Log.notice("\(volume.path): something else is mounted there")
      left(volume.id)
      library.mounts.gone(path: volume.path, orderly: true)
    }
  }

  /// Whether the path of an open folder leads to another folder, or to none, now that something was mounted.
  private func covers(_ mount: Mount, _ volume: VolumeInfo) -> Bool {
    guard mount.holds(Array(volume.path.utf8)), let open = try? library.root(of: volume.id)?.status(of: [])
    else { return false }
    // Its files have its device; to look at them could hold up the loop.
    if mount.mayBlock || mayBlock(volume.path) { return mount.device != open.device }
    do throws(SystemError) {
      let now = try Root(path: volume.path).status(of: [])
      return now.device != open.device || now.inode != open.inode
    } catch {
      // Short of memory or of descriptors, nothing is known.
      return [.noSuchFile, .notDirectory, .accessDenied].contains(error.code)
    }
  }

  /// Whether a look at a path may take long: the loop has keys and clients to answer.
  private func mayBlock(_ path: String) -> Bool {
    watch?.table.mount(holding: Array(path.utf8))?.mayBlock ?? false
  }

  private func isFixed(_ path: String) -> Bool { settings.folders.contains(path) }

  /// Whether it is mounted where sticks are.
  private func isOnStick(_ mount: Mount) -> Bool {
    guard let root = settings.mountRoot.map({ Array($0.utf8) }), mount.isBelow(root) else { return false }
    // A service that may write below the mount root sees that folder itself mounted: a part of what holds it, no stick.
    if mount.path == root, mount.root != [UInt8(ascii: "/")] { return false }
    return !Self.passedOver.contains { mount.type.elementsEqual($0.utf8) }
  }

  private func add(_ mount: Mount) {
    guard isOnStick(mount) else { return }
    guard let path = String(validating: mount.path, as: UTF8.self) else {
      Log.warning(
        "\(String(decoding: mount.path, as: UTF8.self)): not used: the name is not UTF-8; mount it elsewhere"
      )
      return
    }
    sticks[path] = mount
    requests.forget(path)
    let label = VolumeLabel.find(device: mount.device).map { String(decoding: $0, as: UTF8.self) }
    appeared(path, isFixed: false, label: label ?? Self.name(path), isReadOnly: mount.isReadOnly)
  }

  /// The stick itself is gone: one that comes to the same place is another.
  private func forget(_ path: String) {
    sticks[path] = nil
    if !isFixed(path) { unused.remove(path) }
    requests.answerMounts(of: path, .volumeGone)
    requests.forget(path)
    leave(path)
  }

  private func leave(_ path: String) {
    if let volume = library.volumes.first(where: { $0.path == path && !$0.isFixed }) {
      // First the player, so that what was heard is remembered before the files are let go.
      left(volume.id)
    }
    if !settings.folders.contains(path) { library.mounts.gone(path: path) }
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "Music"
  }

  /// First the player learns it, so that what was heard is remembered before the files are let go.
  private func left(_ volume: VolumeID) {
    readers.left(volume)
    controller.report(.volumeLeft(volume))
  }

  // MARK: Clients

  var neighbors: [(name: String, storage: String)] { requests.neighbors }

  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void) {
    do throws(Refusal) {
      add(try requests.mount(name, storage: storage, among: sticks, completion: completion))
    } catch {
      completion(error)
    }
  }

  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void) {
    do throws(Refusal) {
      let volume = try requests.unmount(name, completion: completion)
      left(volume.id)
      // Then the stick learns where its part of the queue stands.
      carrier.writeAll { [library] in library.mounts.gone(path: volume.path, orderly: true) }
    } catch {
      completion(error)
    }
  }

  // MARK: Library

  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let volume): opened(volume)
    case .failed(let path, let error): failed(path, error)
    case .held(let path, let error):
      unused.add(path, error, isTriedAgain: true, isListed: true)
    case .deleted(let id, let path):
      left(id)
      library.mounts.gone(path: path, orderly: true)
    case .closed(let id, let path): closed(id, path)
    case .moved(let places): controller.report(.moved(places))
    case .tracksChanged(let id): controller.report(.factsChanged(id))
    default: break
    }
  }

  private func opened(_ volume: VolumeInfo) {
    unused.remove(volume.path)
    Log.notice(
      "\(volume.path): \(volume.name), \(volume.trackCount) tracks known"
        + (volume.isCopy ? "; read-only: its database is in \(settings.state)" : ""))
    controller.report(.factsChanged(volume.id))
    // From here on people see it.
    let entries = carrier.entries(on: volume.id)
    let edits = editsBefore.removeValue(forKey: volume.path) ?? controller.edits
    notify([.database, .mount])
    requests.answerMounts(of: volume.path, nil)
    listener.arrived(volume) { [carrier, controller, library] in
      carrier.arrived(volume, before: entries, edits: edits) {
        // It may have gone again meanwhile.
        if library.root(of: volume.id) != nil { controller.report(.volumeArrived(volume.id)) }
      }
    }
  }

  private func closed(_ id: VolumeID, _ path: String) {
    // It may be back, before its threads of the time before had ended.
    if library.root(of: id) == nil { left(id) }
    // Clients that show the queue learn that they are absent now.
    controller.report(.factsChanged(id))
    Log.notice("\(path): closed")
    notify(requests.isReleased(path) ? [.database, .mount, .neighbor] : [.database, .mount])
    requests.answerUnmounts(of: path)
    // A folder that is still configured may be recreated. A close may be followed by an open, and then it would be
    // opened twice.
    unused.soon { [weak self] in
      guard let self, isFixed(path), !unused.contains(path), !isOpen(path) else { return }
      addFolder(path)
    }
  }

  // MARK: Failures

  func failed(_ path: String, _ error: StoreError) {
    if isOpen(path) { return }
    let isStick = sticks[path] != nil
    // A configured folder that is not there (yet), and what another program has open.
    let isTriedAgain = isFixed(path) || error.kind == .busy && isStick
    unused.add(path, error, isTriedAgain: isTriedAgain, isListed: isTriedAgain || isStick)
    requests.answerMounts(
      of: path,
      error.kind == .busy
        ? .system("Another program, such as a second jukebox, has its database open") : Refusal(error))
    if isTriedAgain { retry(path) }
  }

  private func isOpen(_ path: String) -> Bool { library.volumes.contains { $0.path == path } }

  private func retry(_ path: String) {
    unused.retry(path) { [weak self] in
      guard let self else { return }
      if isOpen(path) {
        unused.remove(path)
      } else if !isFixed(path) {
        if let mount = sticks[path] { add(mount) }
      } else if mayBlock(path) {
        // A mount reports itself when it comes.
        retry(path)
      } else {
        addFolder(path)
      }
    }
  }
}
