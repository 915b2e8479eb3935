/// Destination of the sound.
public enum EngineOutput: Hashable, Sendable {
  /// An ALSA PCM by name; nil chooses one: USB, then I2S, headphones, a connected HDMI.
  case alsa(device: String?)
  /// Nowhere, in real time.
  case null
  /// A WAV file, frames of entries only, as fast as they come.
  case file(path: String)
}
