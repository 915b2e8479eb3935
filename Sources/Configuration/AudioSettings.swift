public import Model

/// Section `[audio]`.
public struct AudioSettings: Hashable, Sendable {
  public var output: OutputChoice = .alsa
  public var thisRoom = ThisRoom.card
  /// `auto`, or the name of an ALSA PCM such as `hw:1` or `default`.
  public var device = "auto"
  /// The device's sample rate, in Hz: 8,000 ... 384,000.
  public var rate = 44_100
  public var latency: LatencyProfile = .normal
  /// How many seconds of decoded sound are kept ready: 1 ... 30.
  public var bufferSeconds = 4
  /// How sound is shaped where nobody has said otherwise.
  public var shape = SoundShape()
  /// In dB, -15 ... 15: added to each ReplayGain, and what tracks without one get.
  public var replayGainPreamp = 0.0
  public var replayGainMissingPreamp = 0.0
  /// Whether tracks whose tags say none get what their analysis measured.
  public var replayGainMeasured = Switch.on
  public var mixer: MixerChoice = .software
  /// The device is released after this many seconds of silence, 1 ... 86,400; 0: never.
  public var idleRelease = 0
  /// Limit of memory for the sounds of the soundboard, in MiB: 1 ... 256.
  public var padsMemory = 16
  /// The source of recordings: the name of an ALSA PCM.
  public var captureDevice = "default"
  /// In Hz, 8,000 ... 192,000; the nearest that the device has.
  public var captureRate = 48_000

  /// The output that the jukebox itself opens: no card that a Snapcast client plays on.
  public var ownOutput: OutputChoice { thisRoom == .snapcast && output == .alsa ? .null : output }
}

/// The control that sets the volume.
public enum MixerChoice: String, Hashable, Sendable, CaseIterable {
  case software
  /// The card's own control, where it has one.
  case hardware
}
