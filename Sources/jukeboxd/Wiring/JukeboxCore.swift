import Audio
import Configuration
import Exchange
import Library
import Linux
import Model
import Player

/// The part that plays: state, engine, library and player, joined. It needs neither clients nor inputs, nor a process
/// of its own. Loop thread only.
final class JukeboxCore {
  let store: BoxStore
  let engine: Engine
  let outputs: FurtherOutputs
  let library: MusicLibrary
  let controller: PlaybackController
  let playing: Playing
  let policies: Policies
  let services: Services
  var patience = StopPatience()
  /// All receivers are owned here, and none by a part that sends to it: they end together.
  let dispatch: EventDispatch
  private let notify: ChangeNotifier
  private let loop: EventLoop

  /// Opens the state, in a folder that exists, and starts the threads of store, engine and library.
  init(settings: Settings, loop: EventLoop) throws(StartFailure) {
    self.loop = loop
    let (dispatch, notify) = (EventDispatch(), ChangeNotifier())
    (self.dispatch, self.notify) = (dispatch, notify)
    let queue = LateBinding<([QueueEntry]) -> Void>()
    let (store, state) = try Self.openStore(settings.library.state, loop: loop, queue: queue)
    self.store = store
    // Opening the device takes longest; it happens on a thread of its own.
    let engineSettings = EngineSettings(settings, state)
    let outputs = try starting("the outputs") { () throws(SystemError) in
      try FurtherOutputs(settings, state: state, store: store)
    }
    self.outputs = outputs
    let engine = try starting("the engine") { () throws(SystemError) in
      try Engine.start(on: loop, engineSettings, tap: outputs.tap) { [weak dispatch] in dispatch?.receive($0)
      }
    }
    self.engine = engine
    library = try starting("the library") { () throws(SystemError) in
      try MusicLibrary(
        loop: loop, stateFolder: settings.library.state, known: state.volumes, readers: .media
      ) { [weak dispatch] in dispatch?.receive($0) }
    }
    if !settings.library.folders.isEmpty, case .text(let root)? = state.values[StateSaver.rootSetting] {
      library.mounts.rootVolume = VolumeID(root)
    }
    let controller = PlaybackController(
      player: Jukebox(policy: settings.policy, saved: state.saved), loop: loop, engine: engine, store: store,
      effects: dispatch)
    self.controller = controller
    queue.deliver = { [weak controller] answer in answer(controller?.queue.entries ?? []) }
    let dependencies = Dependencies(
      loop: loop, settings: settings, engineSettings: engineSettings, state: state, store: store,
      engine: engine, library: library, controller: controller, notify: notify)
    playing = try starting("streams") { () throws(SystemError) in try Playing(dependencies) }
    services = try starting("recording") { [playing] () throws(SystemError) in
      try Services(dependencies, playing)
    }
    policies = Policies(dependencies, playing, services)
    connect(settings.audio.latency)
  }

  private static func openStore(
    _ folder: String, loop: EventLoop, queue: LateBinding<([QueueEntry]) -> Void>
  ) throws(StartFailure) -> (BoxStore, BoxState) {
    do throws(StoreError) {
      let (store, state) = try BoxStore.open(folder: folder, loop: loop) {
        var entries: [QueueEntry] = []
        queue { entries = $0 }
        return entries
      }
      store.failed = { Log.error("cannot save the state: \($0)") }
      for note in state.notes { Log.warning(note) }
      return (store, state)
    } catch {
      throw StartFailure(state: folder, error)
    }
  }

  /// Connects the receivers, in the order in which they get events.
  private func connect(_ latency: LatencyProfile) {
    let follower = EngineFollower(
      controller: controller, library: library, store: store, engine: engine, indexes: playing.indexes,
      notify: notify, profile: latency)
    dispatch.connect(
      effects: [
        // The engine first: what people hear is not to wait. Then what is to survive a power cut.
        playing.driver, policies.family, playing.saver,
        // Clients that hear of a change, last, find what the others make of it.
        playing.now, playing.streamFollower, policies.listener, services.chordFollower,
        services.accompanist, policies.carrier,
        policies.filler, playing.presets, playing.buttons, services.tones, services.announcer,
        services.padBoard, services.recordings, playing.log, services.shutdown, services.hotspot,
        policies.alarms,
        policies.spoken, services.cards, notify,
      ],
      library: [
        // The analyses first: they forget a closed volume before others react to it.
        services.analysisScheduler, playing.saver, policies.filler, playing.now, policies.carrier,
        policies.listener,
        // The player hears of a volume after those above, and before clients do.
        policies.volumes, policies.pacer, playing.presets, playing.stationNames, policies.log,
        services.padBoard, services.cards,
        services.tones, services.uploads, services.fileEdits, notify,
        // A backup that begins after a scan is to keep nobody waiting.
        services.exchange,
      ],
      engine: [
        follower, services.recordings, services.padBoard, services.announcer, services.tones,
        services.accompanist, policies.alarms,
      ])
  }

  /// Called with the change, for `idle`.
  var announce: (Subsystems) -> Void {
    get { notify.deliver }
    set { notify.deliver = newValue }
  }

  /// Begins what autoplay says with what is mounted.
  func start() throws(StartFailure) {
    policies.clock.start()
    policies.family.start()
    policies.night.start()
    services.tones.start()
    policies.alarms.start()
    // Stations are there without being waited for: their streams wait for the network.
    controller.report(.volumeArrived(.network))
    controller.report(.powerOn)
    try starting("mounts") { () throws(SystemError) in try policies.volumes.start(loop: loop) }
  }

  /// Ends the sound, with a fade, and has store and volumes know where it was; state and library still answer.
  func silence() {
    playing.saver.powerOff()
    services.recordings.stop { _ in }
    services.live.stop { _ in }
    services.analysisScheduler.stop()
    services.remoteAnalyses.cancel()
    engine.close()
    outputs.close()
    policies.carrier.writeAll()
    finishWriting()
  }

  /// The volumes learn it through the loop, so it turns until they do; a dying one is not waited for.
  private func finishWriting() {
    let deadline = Instant.now() + patience.writing
    while policies.carrier.isWriting || policies.listener.isWriting || services.recordings.isRecording,
      Instant.now() < deadline
    {
      do throws(SystemError) { try loop.turn(waitingAtMost: .milliseconds(50)) } catch { return }
    }
  }

  /// Lets go of the state, then of the volumes: what a dying one keeps waiting is not to cost the state.
  func close() {
    store.checkpoint()
    store.close()
    policies.volumes.stop(patience: patience.closing)
  }
}

/// How long a stop waits for volumes.
struct StopPatience {
  /// To write: with what the engine and the library wait for their threads, a stop takes less than two seconds.
  var writing = mostWriting
  /// After that, to close.
  var closing = MusicLibrary.closingPatience

  static let mostWriting = Duration.milliseconds(500)
}
