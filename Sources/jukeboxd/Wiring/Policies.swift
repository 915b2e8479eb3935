import Audio
import Configuration
import Control
import Library
import Linux
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
  let family: FamilyHours
  let idleOff: IdleOff
  let alarms: AlarmClock
  let spoken: SpokenFacts
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
    let alarms = AlarmClock(dependencies, clock: clock, presets: playing.presets, services: services)
    self.alarms = alarms
    spoken = SpokenFacts(dependencies, clock: clock, playing: playing.now, services: services)
    let family = FamilyHours(dependencies, clock: clock, cards: services.cards, tones: services.tones)
    self.family = family
    services.cards.alarms = alarms
    family.answersAlarm = { [weak alarms] in alarms?.takes($0) ?? false }
    night = NightSchedule(dependencies.settings.player.night, clock: clock) { [weak family] in
      family?.setNight($0)
    }
    idleOff = Self.idleOff(dependencies, services, alarms)
    idleOff.time = dependencies.settings.player.idleOff.map { .seconds(Int64($0) * 60) }
    log = LibraryLog()
  }

  private static func idleOff(
    _ dependencies: Dependencies, _ services: Services, _ alarms: AlarmClock
  ) -> IdleOff {
    let (controller, tones) = (dependencies.controller, services.tones)
    return IdleOff(
      loop: dependencies.loop,
      isBusy: { [weak controller, weak alarms] in
        controller?.player.transport == .play || alarms?.isOn ?? false
          || services.accompanist.metronome != .off || services.announcer.announced != nil
          || services.recordings.isRecording || services.padBoard.playing > 0 || services.uploads.isActive
      },
      lastAsked: { [weak controller] in controller?.lastAsked ?? dependencies.loop.now },
      awaitsAlarm: { [weak alarms] in
        guard let alarms else { return false }
        return alarms.isOn || alarms.isDue(within: IdleOff.alarmTime)
      }
    ) { [weak controller, weak tones] act in
      switch act {
      case .warn:
        Log.notice("switching off in a minute: nothing has happened for long ([player] idle-off)")
        tones?.signal(.soon)
      case .shutDown: controller?.report(.perform(.shutdown))
      }
    }
  }
}
