import Audio
import Configuration
import Control
import Library
import Linux
import Model
import Player

/// What plays: state, engine, library and player, joined. It needs neither clients nor inputs, nor a process of its
/// own. Loop thread only.
final class JukeboxCore {
  let store: BoxStore
  let engine: Engine
  let outputs: FurtherOutputs
  let library: MusicLibrary
  let controller: PlaybackController
  let carrier: QueueCarrier
  let listener: PlayCounter
  let volumes: Volumes
  let libraryClock: LibraryClock
  let night: NightSchedule
  let padBoard: PadBoard
  let announcer: Announcer
  let fetcher: Fetcher
  let tones: Tones
  let recordings: Recordings
  let renderer: MixExporter
  let uploads: Uploads
  let podcasts: PodcastReader
  let analysisScheduler: AnalysisScheduler
  let chordFollower: ChordFollower
  private var follower: EngineFollower?
  private let loop: EventLoop
  /// Called with the change, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }

  /// Opens the state, in a folder that exists, and starts the threads of store, engine and library.
  init(settings: Settings, loop: EventLoop) throws(StartFailure) {
    self.loop = loop
    let queueRequest = LateBinding<([QueueEntry]) -> Void>()
    let store: BoxStore
    let state: BoxState
    do throws(StoreError) {
      (store, state) = try BoxStore.open(folder: settings.library.state, loop: loop) {
        var entries: [QueueEntry] = []
        queueRequest { entries = $0 }
        return entries
      }
    } catch {
      throw StartFailure(state: settings.library.state, error)
    }
    self.store = store
    store.failed = { Log.error("cannot save the state: \($0)") }
    for note in state.notes { Log.warning(note) }
    // Opening the device takes longest; it happens on a thread of its own.
    let reports = LateBinding<EngineReport>()
    let engineSettings = EngineSettings(settings, state)
    let outputs = try starting("the outputs") { () throws(SystemError) in
      try FurtherOutputs(settings, state: state, store: store)
    }
    self.outputs = outputs
    engine = try starting("the engine") { () throws(SystemError) in
      try Engine.start(on: loop, engineSettings, tap: outputs.tap) { reports($0) }
    }
    let events = LateBinding<LibraryEvent>()
    library = try starting("the library") { () throws(SystemError) in
      try MusicLibrary(
        loop: loop, stateFolder: settings.library.state, known: state.volumes, read: MediaProbe.read
      ) {
        events($0)
      }
    }
    library.imports = state.imports
    library.keepImports = { [weak store] in store?.save($0, completion: $1) }
    if !settings.library.folders.isEmpty, case .text(let root)? = state.values[Volumes.rootSetting] {
      library.rootVolume = VolumeID(root)
    }
    let controller = PlaybackController(
      player: Jukebox(policy: settings.policy, saved: state.saved), hint: state.positionHint,
      presets: state.presets, loop: loop, engine: engine, store: store, library: library,
      streams: try starting("streams") { () throws(SystemError) in try Streams(loop: loop) })
    self.controller = controller
    controller.usesMeasuredLoudness = settings.audio.replayGainMeasured == .on
    carrier = QueueCarrier(
      loop: loop, library: library, store: store, controller: controller, box: state.identity)
    listener = PlayCounter(library: library, controller: controller)
    controller.noteRegion = { [weak carrier] in carrier?.followed(on: [$0]) }
    let pacer = ScanPacer(loop: loop, library: library) { [engine] in
      controller.player.transport == .play && engine.status.isBehind
    }
    volumes = Volumes(
      library: library, store: store, controller: controller, carrier: carrier, listener: listener,
      pacer: pacer, settings: settings.library)
    libraryClock = LibraryClock(store: store, saved: state.values)
    night = NightSchedule(settings.player.night, loop: loop) { [weak controller] in
      controller?.report(.setNight($0))
    }
    padBoard = PadBoard(
      loop: loop, library: library, engine: engine, numbers: PadNumbers(store: store, saved: state.values))
    fetcher = Fetcher(loop: loop)
    announcer = Announcer(
      library: library, engine: engine, controller: controller, pads: padBoard, fetcher: fetcher)
    tones = Tones(engine: engine, settings: settings.tones)
    let (library, engine, padBoard) = (library, engine, padBoard)
    recordings = try starting("recording") { () throws(SystemError) in
      try Recordings(
        loop: loop, library: library, engine: engine, pads: padBoard, device: settings.audio.captureDevice,
        rate: settings.audio.captureRate, folder: settings.library.state)
    }
    renderer = MixExporter(
      loop: loop, library: library, controller: controller, settings: engineSettings,
      folder: settings.library.state)
    uploads = Uploads(loop: loop, library: library)
    podcasts = PodcastReader(loop: loop, library: library, fetcher: fetcher, uploads: uploads)
    analysisScheduler = AnalysisScheduler(
      loop: loop, library: library, engine: engine, controller: controller, when: settings.analysis.when)
    chordFollower = ChordFollower(loop: loop, library: library, controller: controller)
    join(reports, queueRequest, events, profile: settings.audio.latency)
  }

  private func join(
    _ reports: LateBinding<EngineReport>, _ queueRequest: LateBinding<([QueueEntry]) -> Void>,
    _ events: LateBinding<LibraryEvent>, profile: LatencyProfile
  ) {
    let follower = EngineFollower(
      controller: controller, library: library, store: store, engine: engine, profile: profile)
    follower.announce = { [weak self] in self?.announce($0) }
    self.follower = follower
    // All of them are owned here, and none by a part that reports to it: they end together.
    reports.deliver = { [weak follower, weak padBoard, weak announcer, weak tones, weak recordings] in
      follower?.receive($0)
      recordings?.receive($0)
      padBoard?.receive($0)
      announcer?.receive($0)
      tones?.receive($0)
    }
    queueRequest.deliver = { [weak controller] answer in answer(controller?.queue.entries ?? []) }
    events.deliver = { [weak volumes, weak padBoard, weak tones, weak analysisScheduler, weak uploads] in
      analysisScheduler?.receive($0)
      volumes?.receive($0)
      padBoard?.receive($0)
      tones?.receive($0)
      uploads?.receive($0)
    }
    analysisScheduler.announce = { [weak self] in
      self?.announce($0)
      self?.chordFollower.readAgain()
    }
    controller.volumeLeft = { [weak analysisScheduler] in analysisScheduler?.left($0) }
    recordings.keepAnalysis = { [weak analysisScheduler] in analysisScheduler?.keep($0, of: $1) }
    recordings.announce = { [weak self] in self?.announce($0) }
    announcer.announce = { [weak self] in self?.announce(.player) }
    padBoard.announce = { [weak self] in self?.announce($0) }
    controller.makeAnnouncement = { [weak announcer] name in
      announcer?.announce(name, volume: nil, duck: nil) {
        if let refusal = $0 { Log.notice("announce \(name): \(refusal.message)") }
      }
    }
    controller.pressPad = { [weak padBoard] in padBoard?.press($0, isDown: $1) }
    controller.record = { [weak recordings] in recordings?.perform($0) }
    controller.sound = { [weak tones] in tones?.play($0) }
    controller.stopPads = { [weak padBoard] in padBoard?.stop(nil) }
    controller.announce = { [weak self] subsystems in
      guard let self else { return }
      announce(subsystems)
      if !subsystems.isDisjoint(with: [.player, .playlist]) { carrier.noteChange() }
    }
    controller.fill = { [weak volumes] in volumes?.fill(from: $0) }
    controller.count = { [weak listener] in listener?.count($0) }
    controller.keep = { [weak listener] in listener?.keep($0, of: $1) }
    controller.follow = { [weak listener, weak chordFollower] in
      listener?.follow($0)
      chordFollower?.follow($0)
    }
    chordFollower.announce = { [weak self] in self?.announce($0) }
    volumes.announce = { [weak self] in self?.announce($0) }
  }

  /// Begins what autoplay says with what is mounted.
  func start() throws(StartFailure) {
    night.start()
    tones.start()
    // Stations are there without being waited for: their streams wait for the network.
    controller.report(.volumeArrived(.network))
    controller.report(.powerOn)
    try starting("mounts") { () throws(SystemError) in try volumes.start(loop: loop) }
  }

  /// Ends the sound, with a fade, and has store and volumes know where it was; state and library still answer.
  func silence() {
    controller.report(.powerOff)
    recordings.stop { _ in }
    analysisScheduler.stop()
    engine.close()
    outputs.close()
    carrier.writeAll()
    finishWriting()
  }

  /// How long the volumes are waited for: with what the engine and the library wait for their threads, a stop takes less
  /// than two seconds.
  var patience = mostPatience
  static let mostPatience = Duration.milliseconds(500)

  /// How long they are waited for after that, to close.
  var closingPatience = MusicLibrary.closingPatience

  /// The volumes learn it through the loop, so it turns until they do; a dying one is not waited for.
  private func finishWriting() {
    let deadline = Instant.now() + patience
    while carrier.isWriting || listener.isWriting || recordings.isRecording, Instant.now() < deadline {
      do throws(SystemError) { try loop.turn(waitingAtMost: .milliseconds(50)) } catch { return }
    }
  }

  /// Lets go of the state, then of the volumes: what a dying one keeps waiting is not to cost the state.
  func close() {
    store.checkpoint()
    store.close()
    volumes.stop(patience: closingPatience)
  }
}
