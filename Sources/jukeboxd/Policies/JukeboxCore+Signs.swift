import Audio
import Inputs
import Library
import Model
import Player

extension JukeboxCore {
  /// The present states for LEDs.
  var signs: Set<LEDSign> {
    var signs: Set<LEDSign> = [.running]
    let player = controller.player
    switch player.transport {
    case .play: signs.insert(.playing)
    case .pause: signs.insert(.paused)
    case .stop: signs.insert(.stopped)
    }
    if player.muted { signs.insert(.muted) }
    if player.isNight { signs.insert(.night) }
    if player.sleepLeft(at: .zero) != nil { signs.insert(.sleep) }
    if recordings.isRecording { signs.insert(.recording) }
    if library.runningJob != nil { signs.insert(.scanning) }
    let isMissing = engine.isDeviceLost && engine.isOutputEnabled
    if isMissing || player.transport == .stop && player.error != nil { signs.insert(.error) }
    return signs
  }
}
