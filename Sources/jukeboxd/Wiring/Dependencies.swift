import Audio
import Configuration
import Library
import Linux

/// Parts that playing, policies and services are built from.
struct Dependencies {
  let loop: EventLoop
  let settings: Settings
  let engineSettings: EngineSettings
  let state: BoxState
  let store: BoxStore
  let engine: Engine
  let library: MusicLibrary
  let controller: PlaybackController
  let notify: ChangeNotifier

  var usesMeasuredLoudness: Bool { settings.audio.replayGainMeasured == .on }
}
