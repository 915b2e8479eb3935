import Audio
import Inputs
import Library
import Linux
import Model
import Player

extension Set<LEDSign> {
  /// The present states for LEDs.
  init(of core: JukeboxCore) {
    self = [.running]
    let player = core.controller.player
    switch player.transport {
    case .play: insert(.playing)
    case .pause: insert(.paused)
    case .stop: insert(.stopped)
    }
    if player.level.isMuted { insert(.muted) }
    if player.level.isNight { insert(.night) }
    if player.sleepLeft(at: .zero) != nil { insert(.sleep) }
    if core.policies.family.present != nil { insert(.quiet) }
    if player.isBudgetUsed { insert(.budget) }
    if core.policies.family.isLocked { insert(.locked) }
    if core.policies.alarms.isOn { insert(.alarm) }
    if core.policies.clock.source == .unknown { insert(.clock) }
    if core.services.recordings.isRecording { insert(.recording) }
    if core.services.cards.isCurrent { insert(.card) }
    if core.library.scans.runningJob != nil { insert(.scanning) }
    let isMissing = core.engine.isDeviceLost && core.engine.isOutputEnabled
    if isMissing || player.transport == .stop && player.error != nil { insert(.error) }
  }
}
