import Audio
import Configuration
import Control
import Library
import Linux
import Model
import Player

/// What plays: state, engine, library and player, joined. It needs neither clients nor inputs, nor a process of its
/// own. Loop thread only.
final class Works {
  let store: BoxStore
  let engine: Engine
  let library: MusicLibrary
  let conductor: Conductor
  let traveller: Traveller
  let listener: Listener
  let volumes: Volumes
  let libraryClock: LibraryClock
  let night: Night
  let padBoard: PadBoard
  let announcer: Announcer
  let tones: Tones
  let recordings: Recordings
  let renderer: Renderer
  let analyst: Analyst
  let chordFollower: ChordFollower
  private var follower: EngineFollower?
  private let loop: EventLoop
  /// Told what changed, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }

  /// Opens the state, in a folder that exists, and starts the threads of store, engine and library.
  init(settings: Settings, loop: EventLoop) throws(StartFailure) {
    self.loop = loop
    let queueRequest = Relay<([QueueEntry]) -> Void>()
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
    let reports = Relay<EngineReport>()
    let engineSettings = EngineSettings(settings, state)
    engine = try starting("the engine") { () throws(SystemError) in
      try Engine.start(on: loop, engineSettings) { reports($0) }
    }
    let events = Relay<LibraryEvent>()
    library = try starting("the library") { () throws(SystemError) in
      try MusicLibrary(
        loop: loop, stateFolder: settings.library.state, known: state.volumes, read: MediaFacts.read
      ) {
        events($0)
      }
    }
    library.imports = state.imports
    library.keepImports = { [weak store] in store?.save($0, completion: $1) }
    if !settings.library.folders.isEmpty, case .text(let root)? = state.values[Volumes.rootSetting] {
      library.rootVolume = VolumeID(root)
    }
    let conductor = Conductor(
      player: Jukebox(policy: settings.policy, saved: state.saved), hint: state.positionHint,
      presets: state.presets, loop: loop, engine: engine, store: store, library: library)
    self.conductor = conductor
    conductor.usesMeasuredLoudness = settings.audio.replayGainMeasured == .on
    traveller = Traveller(
      loop: loop, library: library, store: store, conductor: conductor, box: state.identity)
    listener = Listener(library: library, conductor: conductor)
    conductor.noteRegion = { [weak traveller] in traveller?.followed(on: [$0]) }
    let pacer = ScanPacer(loop: loop, library: library) { [engine] in
      conductor.player.transport == .play && engine.status.isBehind
    }
    volumes = Volumes(
      library: library, store: store, conductor: conductor, traveller: traveller, listener: listener,
      pacer: pacer, settings: settings.library)
    libraryClock = LibraryClock(store: store, saved: state.values)
    night = Night(settings.player.night, loop: loop) { [weak conductor] in conductor?.report(.setNight($0)) }
    padBoard = PadBoard(
      loop: loop, library: library, engine: engine, numbers: PadNumbers(store: store, saved: state.values))
    announcer = Announcer(library: library, engine: engine, conductor: conductor, pads: padBoard)
    tones = Tones(engine: engine, settings: settings.tones)
    let (library, engine, padBoard) = (library, engine, padBoard)
    recordings = try starting("recording") { () throws(SystemError) in
      try Recordings(
        loop: loop, library: library, engine: engine, pads: padBoard, device: settings.audio.captureDevice,
        rate: settings.audio.captureRate, folder: settings.library.state)
    }
    renderer = Renderer(
      loop: loop, library: library, conductor: conductor, settings: engineSettings,
      folder: settings.library.state)
    analyst = Analyst(
      loop: loop, library: library, engine: engine, conductor: conductor, when: settings.analysis.when)
    chordFollower = ChordFollower(loop: loop, library: library, conductor: conductor)
    join(reports, queueRequest, events, profile: settings.audio.latency)
  }

  private func join(
    _ reports: Relay<EngineReport>, _ queueRequest: Relay<([QueueEntry]) -> Void>,
    _ events: Relay<LibraryEvent>, profile: LatencyProfile
  ) {
    let follower = EngineFollower(
      conductor: conductor, library: library, store: store, engine: engine, profile: profile)
    follower.announce = { [weak self] in self?.announce($0) }
    self.follower = follower
    // All of them are kept here, and none by another that it is told something by: they go together.
    reports.deliver = { [weak follower, weak padBoard, weak announcer, weak tones, weak recordings] in
      follower?.take($0)
      recordings?.take($0)
      padBoard?.take($0)
      announcer?.take($0)
      tones?.take($0)
    }
    queueRequest.deliver = { [weak conductor] answer in answer(conductor?.queue.entries ?? []) }
    events.deliver = { [weak volumes, weak padBoard, weak tones, weak analyst] in
      analyst?.take($0)
      volumes?.take($0)
      padBoard?.take($0)
      tones?.take($0)
    }
    analyst.announce = { [weak self] in
      self?.announce($0)
      self?.chordFollower.readAgain()
    }
    conductor.volumeLeft = { [weak analyst] in analyst?.left($0) }
    recordings.keepAnalysis = { [weak analyst] in analyst?.keep($0, of: $1) }
    recordings.announce = { [weak self] in self?.announce($0) }
    announcer.announce = { [weak self] in self?.announce(.player) }
    padBoard.announce = { [weak self] in self?.announce($0) }
    conductor.makeAnnouncement = { [weak announcer] name in
      announcer?.announce(name, volume: nil, duck: nil) {
        if let refusal = $0 { Log.notice("announce \(name): \(refusal.message)") }
      }
    }
    conductor.pressPad = { [weak padBoard] in padBoard?.press($0, isDown: $1) }
    conductor.record = { [weak recordings] in recordings?.perform($0) }
    conductor.sound = { [weak tones] in tones?.play($0) }
    conductor.stopPads = { [weak padBoard] in padBoard?.stop(nil) }
    conductor.announce = { [weak self] subsystems in
      guard let self else { return }
      announce(subsystems)
      if !subsystems.isDisjoint(with: [.player, .playlist]) { traveller.noteChange() }
    }
    conductor.fill = { [weak volumes] in volumes?.fill(from: $0) }
    conductor.count = { [weak listener] in listener?.count($0) }
    conductor.keep = { [weak listener] in listener?.keep($0, of: $1) }
    conductor.follow = { [weak listener, weak chordFollower] in
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
    conductor.report(.powerOn)
    try starting("mounts") { () throws(SystemError) in try volumes.start(loop: loop) }
  }

  /// Ends the sound, with a fade, and has store and volumes know where it was; state and library still answer.
  func silence() {
    conductor.report(.powerOff)
    recordings.stop { _ in }
    analyst.stop()
    engine.close()
    traveller.writeAll()
    finishWriting()
  }

  /// How long the volumes are waited for: with what the engine and the library wait for their threads, a stop takes less
  /// than two seconds.
  var patience = mostPatience
  static let mostPatience = Duration.milliseconds(500)

  /// How long they are waited for after that, to close.
  var closingPatience = MusicLibrary.closingPatience

  /// The volumes are told through the loop, so it turns until they are; a dying one is not waited for.
  private func finishWriting() {
    let deadline = Instant.now() + patience
    while traveller.isWriting || listener.isWriting || recordings.isRecording, Instant.now() < deadline {
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
