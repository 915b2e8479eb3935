public import Signal

/// How the engine is built.
public struct EngineSettings: Hashable, Sendable {
  public var output = EngineOutput.null
  /// Rate of the device in Hz, 8,000 ... 384,000; where the device lacks it, the nearest that it offers.
  public var rate = 44_100
  /// How much is kept in the device, in milliseconds: 20 (low), 40 (normal), 120 (safe), or what an earlier run has
  /// widened it to.
  public var targetBufferMilliseconds = 40
  /// Whether what a skip makes useless is taken back from a device that can give it back, instead of played out.
  public var takesBack = true
  /// How much is decoded ahead, in seconds: 1 ... 30.
  public var bufferSeconds = 4
  public var correction = LoudnessCorrection()
  /// How much memory decoded sounds take at most, in bytes.
  public var soundBytes = 16 << 20
  /// Percent, 0 ... 100.
  public var volume = 50
  public var isMuted = false
  /// Whether the card's own control makes the volume, where it has one.
  public var usesCardMixer = false
  /// The device is released after this much silence; zero: never.
  public var idleRelease = Duration.zero
  /// Whether a device is opened at all.
  public var isOutputEnabled = true
  /// The formats that may be used, best first.
  public var formats = SampleFormat.allCases

  public init() {}

  /// Why no speed but 1 can be had on this machine; nil where others can.
  public static let speedRefusal: String? = {
    do throws(TimeStretcherError) {
      _ = try TimeStretcher(rate: 44_100, speed: 2)
      return nil
    } catch {
      return error.reason
    }
  }()
}
