import Library
import Linux
import Model
import Player

/// What concerns the song that plays.
struct Playing {
  let streams: Streams
  let indexes: SeekIndexes
  let driver: EngineDriver
  let now: NowPlaying
  let streamFollower: StreamFollower
  let saver: StateSaver
  let presets: PresetsAndMixSlots
  let buttons: SongButtons
  let log: EffectLog

  init(_ parts: Parts) throws(SystemError) {
    let (controller, library) = (parts.controller, parts.library)
    streams = try Streams(loop: parts.loop)
    indexes = SeekIndexes(
      library: library, engine: parts.engine, hint: parts.state.positionHint,
      of: controller.player.current?.id)
    driver = EngineDriver(
      controller: controller, engine: parts.engine, library: library, streams: streams, indexes: indexes)
    now = NowPlaying(
      controller: controller, library: library, driver: driver, notify: parts.notify,
      usesMeasuredLoudness: parts.usesMeasuredLoudness, loop: parts.loop)
    streamFollower = StreamFollower(
      loop: parts.loop, controller: controller, streams: streams, nowPlaying: now, notify: parts.notify)
    saver = StateSaver(controller: controller, store: parts.store, library: library, indexes: indexes)
    presets = PresetsAndMixSlots(
      library: library, store: parts.store, controller: controller, presets: parts.state.presets)
    buttons = SongButtons(library: library, controller: controller)
    log = EffectLog(library: library)
  }
}
