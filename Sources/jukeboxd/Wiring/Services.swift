import Configuration
import Exchange
import Library
import Linux

/// Services for clients and buttons beside the queue.
struct Services {
  let padBoard: PadBoard
  let fetcher: Fetcher
  let announcer: Announcer
  let tones: Tones
  let cards: CardPlayer
  let chordFollower: ChordFollower
  let accompanist: Accompanist
  let analysisScheduler: AnalysisScheduler
  let remoteAnalyses: RemoteAnalyses
  let recordings: Recordings
  let live: LiveAnalysis
  let renderer: MixExporter
  let uploads: Uploads
  let exchange: LibraryExchange
  let fileEdits: FileEdits
  let podcasts: PodcastReader
  let pictureMaker: PictureMaker
  let shutdown: ShutdownCommand
  let upgrade: Upgrade
  let hotspot: Hotspot

  init(_ dependencies: Dependencies, _ playing: Playing) throws(SystemError) {
    let (loop, library, engine, settings) = (
      dependencies.loop, dependencies.library, dependencies.engine, dependencies.settings
    )
    let (controller, notify) = (dependencies.controller, dependencies.notify)
    padBoard = PadBoard(
      loop: loop, library: library, engine: engine,
      numbers: PadNumbers(store: dependencies.store, saved: dependencies.state.values), notify: notify)
    fetcher = Fetcher(loop: loop)
    announcer = Announcer(
      library: library, engine: engine, controller: controller, pads: padBoard, fetcher: fetcher,
      notify: notify)
    tones = Tones(engine: engine, settings: settings.tones)
    cards = CardPlayer(dependencies, presets: playing.presets, tones: tones)
    let chords = ChordFollower(loop: loop, library: library, controller: controller, notify: notify)
    chordFollower = chords
    accompanist = Accompanist(loop: loop, engine: engine, controller: controller, chords: chords)
    analysisScheduler = AnalysisScheduler(
      loop: loop, library: library, engine: engine, controller: controller, when: settings.analysis.when
    ) { [weak chords] changes in
      notify(changes)
      chords?.readAgain()
    }
    remoteAnalyses = RemoteAnalyses(
      loop: loop, engine: engine, program: fetcher.program, server: RemoteAnalyses.Server(settings.analysis),
      notify: notify)
    let microphone = Microphone(device: settings.audio.captureDevice, rate: settings.audio.captureRate)
    recordings = try Recordings(
      loop: loop, library: library, engine: engine, pads: padBoard, analysisScheduler: analysisScheduler,
      microphone: microphone, folder: settings.library.state, notify: notify)
    live = LiveAnalysis(
      loop: loop, microphone: microphone, program: analysisScheduler.program, notify: notify)
    renderer = MixExporter(
      loop: loop, library: library, controller: controller, settings: dependencies.engineSettings,
      usesMeasuredLoudness: dependencies.usesMeasuredLoudness, folder: settings.library.state)
    uploads = Uploads(loop: loop, library: library)
    exchange = LibraryExchange(library) { LibraryLog.write($0, of: library.volumes) }
    fileEdits = FileEdits(loop: loop, library: library, isWritable: settings.library.isWritable)
    podcasts = PodcastReader(loop: loop, library: library, fetcher: fetcher, uploads: uploads)
    pictureMaker = PictureMaker(loop: loop, library: library)
    shutdown = ShutdownCommand(
      settings.player.shutdownCommand, loop: loop, saver: playing.saver, tones: tones)
    upgrade = Upgrade(loop: loop, shutdown: shutdown)
    hotspot = Hotspot(socket: settings.control.socket)
  }
}
