import Control
import Model
import Player

// The player's words and the protocol's: the same things in two layers that don't know each other.

extension PlaybackStatus.State {
  init(_ state: TransportState) {
    switch state {
    case .play: self = .play
    case .pause: self = .pause
    case .stop: self = .stop
    }
  }
}

extension PlaybackOptions {
  init(_ modes: Modes) {
    self.init()
    random = modes.random
    repeats = modes.repeat
    single = Mode(modes.single)
    consume = Mode(modes.consume)
    crossfadeSeconds = modes.crossfadeSeconds
    mixRampDecibels = modes.mixRampDecibels
    mixRampDelaySeconds = modes.mixRampDelaySeconds ?? .nan
    replayGain = Self.ReplayGainMode(rawValue: modes.replayGain.rawValue) ?? .off
  }
}

extension PlaybackOptions.Mode {
  init(_ mode: ModeSwitch) {
    switch mode {
    case .off: self = .off
    case .on: self = .on
    case .oneshot: self = .oneshot
    }
  }
}

extension ModeSwitch {
  init(_ mode: PlaybackOptions.Mode) {
    switch mode {
    case .off: self = .off
    case .on: self = .on
    case .oneshot: self = .oneshot
    }
  }
}

extension Model.ReplayGainMode {
  init(_ mode: PlaybackOptions.ReplayGainMode) { self = Self(rawValue: mode.rawValue) ?? .off }
}

extension Refusal {
  init(_ refusal: PlayerRefusal) {
    switch refusal {
    case .badSongIndex: self = .badSongIndex
    case .noSuchSong: self = .noSuchSong
    case .queueFull: self = .queueFull
    case .notPlaying: self = .notPlaying
    case .noCurrentSong: self = .noCurrentSong
    case .plays: self = .plays
    case .badLoop, .movesCurrentSong: self = .unsupported(refusal.description)
    }
  }
}

extension Control.Subsystems {
  init(_ changed: Model.Subsystems) {
    self = []
    if changed.contains(.player) { insert(.player) }
    if changed.contains(.mixer) { insert(.mixer) }
    if changed.contains(.options) { insert(.options) }
    if changed.contains(.playlist) { insert(.playlist) }
  }
}
