import Audio
import Configuration
import Library
import Linux
import Model
import Player

/// What happens when: volumes, scans, counting, the clock.
struct Policies {
  let carrier: QueueCarrier
  let listener: PlayCounter
  let pacer: ScanPacer
  let filler: QueueFiller
  let volumes: Volumes
  let libraryClock: LibraryClock
  let night: NightSchedule
  let log: LibraryLog

  init(_ parts: Parts, _ playing: Playing, _ services: Services) {
    let (loop, library, controller, engine) = (parts.loop, parts.library, parts.controller, parts.engine)
    carrier = QueueCarrier(
      loop: loop, library: library, store: parts.store, controller: controller, box: parts.state.identity)
    listener = PlayCounter(library: library, controller: controller)
    pacer = ScanPacer(loop: loop, library: library) {
      controller.player.transport == .play && engine.status.isBehind
    }
    filler = QueueFiller(library: library, controller: controller)
    volumes = Volumes(
      loop: loop, library: library, controller: controller, carrier: carrier, listener: listener,
      analysisScheduler: services.analysisScheduler, notify: parts.notify, settings: parts.settings.library)
    libraryClock = LibraryClock(store: parts.store, saved: parts.state.values)
    night = NightSchedule(parts.settings.player.night, loop: loop) { [weak controller] in
      controller?.report(.setNight($0))
    }
    log = LibraryLog(library: library)
  }
}
