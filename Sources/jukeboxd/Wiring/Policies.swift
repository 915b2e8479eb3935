import Audio
import Configuration
import Library
import Model
import Player

/// Parts that react to volumes, scans, plays and the clock.
struct Policies {
  let carrier: QueueCarrier
  let listener: PlayCounter
  let pacer: ScanPacer
  let filler: QueueFiller
  let volumes: Volumes
  let libraryClock: LibraryClock
  let clock: BoxClock
  let night: NightSchedule
  let alarms: AlarmClock
  let log: LibraryLog

  init(_ dependencies: Dependencies, _ playing: Playing, _ services: Services) {
    let (loop, library, controller, engine) = (
      dependencies.loop, dependencies.library, dependencies.controller, dependencies.engine
    )
    carrier = QueueCarrier(
      loop: loop, library: library, store: dependencies.store, controller: controller,
      box: dependencies.state.identity)
    listener = PlayCounter(library: library, controller: controller)
    pacer = ScanPacer(loop: loop, library: library) {
      controller.player.transport == .play && engine.status.isBehind
    }
    filler = QueueFiller(library: library, controller: controller)
    volumes = Volumes(
      loop: loop, library: library, controller: controller, carrier: carrier, listener: listener,
      readers: FileReaders(
        analysisScheduler: services.analysisScheduler, remoteAnalyses: services.remoteAnalyses),
      notify: dependencies.notify,
      settings: dependencies.settings.library)
    libraryClock = LibraryClock(store: dependencies.store, saved: dependencies.state.values)
    clock = BoxClock(loop: loop, store: dependencies.store, saved: dependencies.state.values)
    clock.observe { [notify = dependencies.notify] in notify([.options, .alarm]) }
    night = NightSchedule(dependencies.settings.player.night, clock: clock) { [weak controller] in
      controller?.report(.setNight($0))
    }
    alarms = AlarmClock(dependencies, clock: clock, presets: playing.presets, services: services)
    log = LibraryLog()
  }
}
