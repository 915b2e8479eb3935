/// What the engine says of itself, for the further command `engine`. Loop thread only.
public protocol EngineReporting: AnyObject {
  var engineStatus: EngineStatus { get }
}

public struct EngineStatus: Hashable, Sendable {
  /// The PCM's name, or what stands for it.
  public var device = ""
  /// How samples reach the device, such as `44100:S32:2`.
  public var format = ""
  /// Frames per interrupt of the device.
  public var periodFrames = 0
  /// Frames kept in the device.
  public var keptFrames = 0
  /// Frames decoded ahead.
  public var ringFrames = 0
  public var ringCapacityFrames = 0
  public var generation: UInt32 = 0
  public var underruns: UInt64 = 0
  /// From the mixer to the ear, as far as the device tells.
  public var latency: Duration = .zero

  public init() {}
}
