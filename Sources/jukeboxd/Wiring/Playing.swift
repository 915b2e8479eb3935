import Library
import Linux
import Model
import Player

/// Parts that concern the song that plays.
struct Playing {
  let streams: Streams
  let indexes: SeekIndexes
  let driver: EngineDriver
  let now: NowPlaying
  let streamFollower: StreamFollower
  let saver: StateSaver
  let stationNames: StationNames
  let presets: PresetsAndMixSlots
  let buttons: SongButtons
  let log: EffectLog

  init(_ dependencies: Dependencies) throws(SystemError) {
    let (controller, library) = (dependencies.controller, dependencies.library)
    streams = try Streams(loop: dependencies.loop)
    indexes = SeekIndexes(
      library: library, engine: dependencies.engine, hint: dependencies.state.positionHint,
      of: controller.player.current?.id)
    driver = EngineDriver(
      controller: controller, engine: dependencies.engine, library: library, streams: streams,
      indexes: indexes)
    now = NowPlaying(
      controller: controller, library: library, driver: driver, notify: dependencies.notify,
      usesMeasuredLoudness: dependencies.usesMeasuredLoudness, loop: dependencies.loop)
    streamFollower = StreamFollower(
      loop: dependencies.loop, controller: controller, streams: streams, nowPlaying: now,
      notify: dependencies.notify)
    stationNames = StationNames(library: library, controller: controller, streams: streams)
    saver = StateSaver(controller: controller, store: dependencies.store, library: library, indexes: indexes)
    presets = PresetsAndMixSlots(
      library: library, store: dependencies.store, controller: controller, presets: dependencies.state.presets
    )
    buttons = SongButtons(library: library, controller: controller)
    log = EffectLog(library: library)
  }
}
