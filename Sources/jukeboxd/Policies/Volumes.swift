import Configuration
import Control
import Library
import Linux
import Model
import Player

/// From mounts to playable volumes: watches the fixed folders and the mount root, reports appearing and leaving volumes
/// to the library, and playable ones to the player. Loop thread only.
final class Volumes {
  let library: MusicLibrary
  private let store: BoxStore
  let controller: PlaybackController
  let carrier: QueueCarrier
  let listener: PlayCounter
  private let pacer: ScanPacer
  private let settings: LibrarySettings
  private var watch: MountWatch?
  private var devices: DeviceFolderWatch?
  /// Volumes whose first scan has not ended.
  private var firstScans: [VolumeID: FirstScan] = [:]
  /// How often clients had changed the queue when what is at a path appeared.
  private var editsBefore: [String: UInt64] = [:]
  /// What is mounted where sticks are, by its path.
  private(set) var sticks: [String: Mount] = [:]
  /// The names of sticks that clients have let go and that are mounted still, by their paths.
  var letGo: [String: String] = [:]
  /// What can't be used though it is there or configured, by its path, and why.
  var refused: [String: String] = [:]
  /// Those of them that a timer is set for.
  var retrying: Set<String> = []
  /// How long what can't be used is let alone before it is tried again.
  var retryPeriod = Duration.seconds(5)
  private(set) weak var loop: EventLoop?
  /// Who waits for what is at a path to be open, or closed.
  var mounting: [String: [(Refusal?) -> Void]] = [:]
  var unmounting: [String: [(Refusal?) -> Void]] = [:]
  /// Called with the change, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }

  /// File systems that hold no files of anybody, or that a look would mount.
  private static let passedOver = ["autofs", "proc", "sysfs", "cgroup2", "devtmpfs", "debugfs", "tracefs"]

  /// Under this name the box remembers which volume is the root of the tree.
  static let rootSetting = "root-volume"

  init(
    library: MusicLibrary, store: BoxStore, controller: PlaybackController, carrier: QueueCarrier,
    listener: PlayCounter,
    pacer: ScanPacer, settings: LibrarySettings
  ) {
    self.library = library
    self.store = store
    self.controller = controller
    self.carrier = carrier
    self.listener = listener
    self.pacer = pacer
    self.settings = settings
  }

  /// Takes in what is there now, and follows what comes and goes.
  func start(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    let watch = try MountWatch(loop: loop) { [weak self] change in self?.changed(change) }
    self.watch = watch
    addFolders(watch.table)
    for mount in watch.table.mounts { add(mount) }
    // A pulled stick stays mounted until nothing on it is open any more, so its device reports first that it is gone.
    do throws(SystemError) {
      let devices = try DeviceFolderWatch(path: "/dev", loop: loop) { [weak self] event in
        if case .disappeared(let name) = event { self?.deviceDisappeared(name) }
      }
      self.devices = devices
      try devices.start()
    } catch {
      Log.warning("a pulled stick is detected only when it is unmounted: \(error)")
    }
  }

  func stop(patience: Duration) {
    refused = [:]
    loop = nil
    watch = nil
    devices = nil
    library.close(patience: patience)
  }

  // MARK: Mounts

  /// Takes in what was mounted and what is gone.
  func changed(_ change: MountChange) {
    for mount in change.disappeared { forget(String(decoding: mount.path, as: UTF8.self)) }
    for mount in change.appeared { add(mount) }
    for mount in change.altered where mount.isReadOnly && isOnStick(mount) {
      // The next write has its state go to the box.
      Log.warning("\(String(decoding: mount.path, as: UTF8.self)): became read-only")
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
    if library.volumeAppeared(path: path, isFixed: isFixed, label: label, isReadOnly: isReadOnly) {
      editsBefore[path] = controller.edits
    }
  }

  func addFolder(_ folder: String) { if let watch { addFolder(folder, watch.table) } }

  private func closeFolders(coveredBy mount: Mount) {
    for volume in library.volumes where volume.isFixed && covers(mount, volume) {
      Log.notice("\(volume.path): something else is mounted there")
      controller.report(.volumeLeft(volume.id))
      library.volumeGone(path: volume.path, orderly: true)
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
  func mayBlock(_ path: String) -> Bool {
    watch?.table.mount(holding: Array(path.utf8))?.mayBlock ?? false
  }

  func isFixed(_ path: String) -> Bool { settings.folders.contains(path) }

  /// Whether it is mounted where sticks are.
  private func isOnStick(_ mount: Mount) -> Bool {
    guard let root = settings.mountRoot.map({ Array($0.utf8) }), mount.isBelow(root) else { return false }
    // A service that may write below the mount root sees that folder itself mounted: a part of what holds it, no stick.
    if mount.path == root, mount.root != [UInt8(ascii: "/")] { return false }
    return !Self.passedOver.contains { mount.type.elementsEqual($0.utf8) }
  }

  func add(_ mount: Mount) {
    guard isOnStick(mount) else { return }
    guard let path = String(validating: mount.path, as: UTF8.self) else {
      Log.warning(
        "\(String(decoding: mount.path, as: UTF8.self)): not used: the name is not UTF-8; mount it elsewhere"
      )
      return
    }
    sticks[path] = mount
    if letGo.removeValue(forKey: path) != nil { announce(.neighbor) }
    let label = VolumeLabel.find(device: mount.device).map { String(decoding: $0, as: UTF8.self) }
    appeared(path, isFixed: false, label: label ?? Self.name(path), isReadOnly: mount.isReadOnly)
  }

  /// The stick itself is gone: one that comes to the same place is another.
  private func forget(_ path: String) {
    sticks[path] = nil
    if !isFixed(path) { refused[path] = nil }
    answerMounts(of: path, .volumeGone)
    if letGo.removeValue(forKey: path) != nil { announce(.neighbor) }
    leave(path)
  }

  private func leave(_ path: String) {
    if let volume = library.volumes.first(where: { $0.path == path && !$0.isFixed }) {
      // First the player, so that what was heard is remembered before the files are let go.
      controller.report(.volumeLeft(volume.id))
    }
    if !settings.folders.contains(path) { library.volumeGone(path: path) }
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "Music"
  }

  // MARK: Library

  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let volume): opened(volume)
    case .failed(let path, let error): failed(path, error)
    case .held(let path, let error): refuse(path, error, isTriedAgain: true)
    case .deleted(let id, let path): deleted(id, path)
    case .takesNoWrites: announce(.mount)
    case .takesWrites(let id):
      if let volume = library.volumes.first(where: { $0.id == id }) {
        Log.notice("\(volume.path): takes writes again, so its database is on it again")
      }
      announce(.mount)
    case .closed(let id, let path):
      firstScans[id] = nil
      listener.left(id)
      // It may be back, before its threads of the time before had ended.
      if library.root(of: id) == nil { controller.report(.volumeLeft(id)) }
      // Clients that show the queue learn that they are absent now.
      controller.report(.factsChanged(id))
      Log.notice("\(path): closed")
      announce(letGo[path] == nil ? [.database, .mount] : [.database, .mount, .neighbor])
      answerUnmounts(of: path)
      closedFolder(path)
    case .firstTrack(let track):
      let reference = track.reference
      guard firstScans[reference.volume]?.foundFirst(reference) == true else { return }
      controller.report(.fill([reference], from: reference.volume))
    case .found(let id, let references):
      guard let tracks = firstScans[id]?.found(references), !tracks.isEmpty else { return }
      controller.report(.fill(tracks, from: id))
    case .moved(let places):
      carrier.followed(on: places.keys.lazy.map(\.volume))
      controller.report(.moved(places))
    case .progress: break
    case .tracksChanged(let id):
      controller.renewSongs()
      controller.report(.factsChanged(id))
      listener.changed(id)
      announce(.database)
    case .updateBegan:
      pacer.follow()
      announce(.update)
    case .updateEnded: announce(.update)
    case .scanEnded(let id, _, let error):
      if firstScans[id]?.ended() == true { firstScans[id] = nil }
      if let error, error.kind != .cancelled { Log.warning("the scan was aborted: \(error)") }
    case .playlistsChanged:
      controller.presetsAndMixSlots.renamePresets()
      announce(.storedPlaylist)
    case .stickersChanged, .cuesChanged: announce(.sticker)
    case .synchronised(let report): tell(report)
    case .indexed: break
    case .warning(let text): Log.repeatable(.warning, text)
    }
  }

  private static func words(_ reason: SyncReport.Reason) -> String {
    switch reason {
    case .unreadable: "only in Sync: it has no name there or is too long"
    case .tooLong: "too long for Sync"
    case .held: "it may be the one in Sync that cannot be read"
    case .unwritable: "changed on both sides, and Sync cannot be written"
    }
  }

  private func tell(_ report: SyncReport) {
    let name = library.volumes.first { $0.id == report.volume }?.name ?? "?"
    if !report.isEmpty {
      Log.notice(
        "\(name): playlist sync: \(report.taken.count) imported, "
          + "\(report.written.count) written, \(report.removed.count + report.dropped.count) removed")
    }
    if !report.unmatched.isEmpty {
      Log.notice(
        "\(name): \(report.unmatched.count) entries in Sync are of missing songs and are kept; "
          + "`jukebox sync` lists them")
    }
    for playlist in report.left {
      Log.notice(
        "\(name): the playlist \(playlist.name) was not synchronised: \(Self.words(playlist.reason))")
    }
    for conflict in report.conflicts {
      Log.notice(
        "\(name): the playlist \(conflict.name) was changed on both sides; the version of Sync is now \(conflict.other)"
      )
    }
  }

  private func opened(_ volume: VolumeInfo) {
    refused[volume.path] = nil
    Log.notice(
      "\(volume.path): \(volume.name), \(volume.trackCount) tracks known"
        + (volume.isCopy ? "; read-only: its database is in \(settings.state)" : ""))
    store.remember(
      KnownVolume(
        id: volume.id, name: volume.name, fingerprint: volume.fingerprint, marks: library.marks(of: volume.id)
      ))
    store.save(library.rootVolume.map { .text($0.description) }, as: Self.rootSetting)
    if !volume.wasScanned { firstScans[volume.id] = FirstScan() }
    controller.report(.factsChanged(volume.id))
    // From here on people see it.
    let entries = carrier.entries(on: volume.id)
    let edits = editsBefore.removeValue(forKey: volume.path) ?? controller.edits
    announce([.database, .mount])
    answerMounts(of: volume.path, nil)
    listener.arrived(volume) { [carrier, controller, library] in
      carrier.arrived(volume, before: entries, edits: edits) {
        // It may have gone again meanwhile.
        if library.root(of: volume.id) != nil { controller.report(.volumeArrived(volume.id)) }
      }
    }
  }

  /// The player wants to be filled from a volume: with all that is known, or with what the first scan finds.
  func fill(from id: VolumeID) {
    guard let volume = library.volumes.first(where: { $0.id == id }) else { return }
    if firstScans[id]?.want() == false { return }
    library.catalogue.references(of: id, limit: QueueLimits.entries) { [weak self] result in
      if case .failure(let refusal) = result {
        Log.warning("\(volume.name): cannot fill the queue: \(refusal.message)")
      }
      self?.filled(from: id, try? result.get())
    }
  }

  private func filled(from id: VolumeID, _ known: [TrackReference]?) {
    var tracks = known ?? []
    if firstScans[id] != nil {
      tracks = firstScans[id]?.answered(known) ?? []
      if firstScans[id]?.hasEnded == true { firstScans[id] = nil }
    }
    if !tracks.isEmpty { controller.report(.fill(tracks, from: id)) }
  }
}
