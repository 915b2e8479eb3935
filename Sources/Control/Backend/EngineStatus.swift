public struct EngineStatus: Hashable, Sendable {
  /// The PCM's name, or what stands for it.
  public var device = ""
  /// How samples reach the device, such as `44100:S32:2`.
  public var format = ""
  /// Frames per interrupt of the device.
  public var periodFrames = 0
  /// Frames kept in the device.
  public var targetBufferFrames = 0
  /// Frames decoded ahead.
  public var ringFrames = 0
  public var ringCapacityFrames = 0
  public var generation: UInt32 = 0
  public var underruns: UInt64 = 0
  /// From the mixer to the ear, as far as the device reports.
  public var latency: Duration = .zero
  /// Whether the elapsed time of the current song is a guess, since a seek in a file whose frames are not all known;
  /// nil while there is none.
  public var isPositionEstimated: Bool?
  /// Number of starts of sound: after a start, a skip, a seek.
  public var starts: UInt64 = 0
  /// When the device was open, in nanoseconds of CLOCK_MONOTONIC, and what opening it took; 0: not yet.
  public var openedNanoseconds: Int64 = 0
  public var openingTime: Duration = .zero
  /// When the first frame of the first and of the latest start was handed to the device, on the same clock.
  public var firstStartNanoseconds: Int64 = 0
  public var latestStartNanoseconds: Int64 = 0
  /// How many of the last commands the two latencies below are of.
  public var commands = 0
  /// From a command to the moment when the first frame it asked for was given to the device; nil before the first.
  public var commandLatency50: Duration?
  public var commandLatency99: Duration?
  /// How many keys and edges the two latencies below are of.
  public var keys = 0
  /// From the kernel's time of a key or edge to the end of what it caused; nil before the first.
  public var keyLatency50: Duration?
  public var keyLatency99: Duration?

  public init() {}
}
