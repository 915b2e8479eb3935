import Audio
import Configuration
import Control
import Model
import Player
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

/// A jukebox with all its real parts, playing to nobody in real time; its loop turns only while a test waits.
final class Box {
  let loop: EventLoop
  let shelf: Shelf
  let state: TemporaryFolder
  let core: JukeboxCore
  private(set) var announced: [Subsystems] = []
  private var isClosed = false

  /// - Parameters:
  ///   - shelf: where its sticks are.
  ///   - state: its state folder, where it had one before.
  ///   - bufferSeconds: how much is decoded ahead.
  ///   - analysis: when songs are analysed that nobody asked for.
  ///   - isWritable: whether music files may be changed.
  ///   - output: where it plays to.
  init(
    on shelf: Shelf, state: TemporaryFolder? = nil, autoplay: Autoplay = .resume, folders: [String] = [],
    bufferSeconds: Int = 4, analysis: AnalysisTime = .off, captureDevice: String = "null",
    isWritable: Bool = false, output: OutputChoice = .null
  ) throws {
    self.shelf = shelf
    let state = try state ?? TemporaryFolder()
    self.state = state
    var settings = Settings()
    settings.audio.output = output
    settings.audio.bufferSeconds = bufferSeconds
    settings.library.state = state.path
    settings.library.mountRoot = shelf.path
    settings.library.folders = folders
    settings.player.autoplay = autoplay
    settings.analysis.when = analysis
    settings.audio.captureDevice = captureDevice
    settings.library.isWritable = isWritable
    loop = try EventLoop()
    core = try JukeboxCore(settings: settings, loop: loop)
    core.policies.carrier.delay = .milliseconds(20)
    // However slow the machine is, none of its volumes is dying.
    core.patience.writing = .seconds(20)
    core.patience.closing = .seconds(20)
    core.announce = { [weak self] in self?.announced.append($0) }
  }

  deinit { close() }

  /// As the protocol asks for them.
  var analyses: AnalysesAdapter {
    let services = core.services
    return AnalysesAdapter(
      services.analysisScheduler, services.remoteAnalyses, chords: services.chordFollower,
      recordings: services.recordings, library: core.library)
  }

  var playlists: LibraryPlaylists { core.library.playlists }

  /// Stops in order, as the daemon does.
  func stop() {
    if isClosed { return }
    core.silence()
    close()
  }

  /// Ends without telling anybody; of no use afterwards.
  func close() {
    if isClosed { return }
    isClosed = true
    core.engine.close()
    core.close()
  }

  /// Turns the loop until something is so; 20 s are the end of patience, not a measure.
  func turn(until condition: () throws -> Bool) throws {
    let deadline = Instant.now() + .seconds(20)
    while try !condition() {
      try #require(
        Instant.now() < deadline,
        "waited for 20 s in vain: \(player.transport), queue \(paths), \(String(describing: player.error))")
      try loop.turn(waitingAtMost: .milliseconds(50))
    }
  }

  // MARK: Sticks

  /// The kernel mounts a stick of the shelf.
  func plug(_ stick: String) {
    core.policies.volumes.changed(MountChange(disappeared: [], appeared: [mount(stick)], altered: []))
  }

  /// The mount root itself appears as a mount: `part` of another file system, or one of its own (`/`).
  func mountRoot(part: String) {
    let mount = Mount(
      id: 2, parentID: 0, device: 0, root: Array(part.utf8), path: Array(shelf.path.utf8), isReadOnly: false,
      type: Array("ext4".utf8), source: Array("/dev/vda".utf8))
    core.policies.volumes.changed(MountChange(disappeared: [], appeared: [mount], altered: []))
  }

  /// The kernel mounts something anywhere.
  func mount(at path: String, type: String = "ext4", device: UInt64 = 0) {
    let mount = Mount(
      id: 3, parentID: 0, device: device, root: Array("/".utf8), path: Array(path.utf8), isReadOnly: false,
      type: Array(type.utf8), source: Array("none".utf8))
    core.policies.volumes.changed(MountChange(disappeared: [], appeared: [mount], altered: []))
  }

  var isScanning: Bool { core.library.scans.runningJob != nil }

  /// Plugs a stick and waits until all of it is known.
  @discardableResult
  func read(_ stick: String) throws -> VolumeInfo {
    plug(stick)
    try turn { volume(stick) != nil && !isScanning }
    return try #require(volume(stick))
  }

  /// A stick is pulled: the kernel says so after the fact.
  func pull(_ stick: String) {
    core.policies.volumes.changed(MountChange(disappeared: [mount(stick)], appeared: [], altered: []))
  }

  /// The stick, if it is open.
  func volume(_ stick: String) -> VolumeInfo? {
    core.library.volumes.first { $0.path == shelf.path(of: stick) }
  }

  private func mount(_ stick: String) -> Mount {
    Mount(
      id: 1, parentID: 0, device: 0, root: Array("/".utf8), path: Array(shelf.path(of: stick).utf8),
      isReadOnly: false, type: Array("vfat".utf8), source: Array("none".utf8))
  }

  // MARK: Playing

  var player: Jukebox { core.controller.player }

  /// The queue's paths below their volumes' roots.
  var paths: [String] { core.controller.queue.entries.map { text($0.track.path) } }

  /// The current entry's path.
  var current: String? { player.current.map { text($0.track.path) } }

  var ids: [EntryID] { core.controller.queue.entries.map(\.id) }

  /// Where the current entry is, as clients are told.
  var elapsed: Duration { core.controller.status.elapsed ?? .zero }

  /// The current entry is heard, and it has come further than `time`.
  func sounds(beyond time: Duration = .zero) -> Bool {
    guard player.transport == .play, let position = core.engine.position else { return false }
    return core.controller.status.serial == PlaySerial(position.serial) && position.elapsed > time
  }

  func tracks(_ paths: [String], of stick: String) throws -> [TrackReference] {
    let id = try #require(volume(stick)).id
    return paths.map { TrackReference(volume: id, path: Array($0.utf8)) }
  }

  private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  // MARK: State

  /// What the box would remember if the power went now.
  func afterPowerCut() throws -> BoxState {
    let folder = try Root(path: state.path)
    let copy = try TemporaryFolder()
    // The log first: what a checkpoint moves meanwhile is in both copies, and in the other order in none.
    for name in ["box.sqlite-wal", "box.sqlite"] where try folder.statusOfName(Array(name.utf8)) != nil {
      try copy.write(name, try folder.open(Array(name.utf8)).readAll(atMost: 16 << 20))
    }
    var state = BoxState()
    try BoxDatabase(folder: Array(copy.path.utf8), state: &state).close()
    return state
  }
}
