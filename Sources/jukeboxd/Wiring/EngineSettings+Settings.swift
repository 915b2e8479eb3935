import Audio
import Configuration
import Library
import Model

extension EngineSettings {
  /// Combines the configuration with the values that the box remembers: the target buffer that it has needed, and
  /// whether the output was switched off.
  init(_ settings: Settings, _ state: BoxState) {
    self.init()
    let audio = settings.audio
    output =
      switch audio.ownOutput {
      case .alsa: .alsa(device: audio.device == "auto" ? nil : audio.device)
      case .null: .null
      case .file(let path): .file(path: path)
      }
    rate = audio.rate
    bufferSeconds = audio.bufferSeconds
    soundBytes = audio.padsMemory << 20
    correction.preamp = audio.replayGainPreamp
    correction.missingPreamp = audio.replayGainMissingPreamp
    let profile = audio.latency.targetBufferMilliseconds
    targetBufferMilliseconds = profile
    if case .integer(let widened)? = state.values[EngineFollower.keptSetting] {
      // Remembered for a profile; another profile starts from its own value.
      let (milliseconds, of) = (Int(clamping: widened / 1000), Int(clamping: widened % 1000))
      if of == profile, (profile...1000).contains(milliseconds) { targetBufferMilliseconds = milliseconds }
    }
    usesCardMixer = audio.mixer == .hardware
    idleRelease = .seconds(Int64(audio.idleRelease))
    takesBack = audio.latency != .safe
    isOutputEnabled = state.values[PlaybackAdapter.outputSetting] == nil
    let level = settings.player.startVolume ?? state.saved.settings.volume ?? volume
    volume = min(max(settings.player.minVolume, level), settings.player.maxVolume)
    isMuted = state.saved.settings.muted
  }
}
