public import Signal
import Synchronization

/// State of the engine at one moment.
public struct EngineSnapshot: Hashable, Sendable {
  /// The PCM's name or what stands for it; empty while none is open.
  public var device = ""
  public var format: SampleFormat?
  /// Rate of the device in Hz.
  public var rate = 0
  public var periodFrames = 0
  /// Frames kept in the device.
  public var targetBufferFrames = 0
  /// Frames decoded ahead.
  public var ringFrames = 0
  public var ringCapacityFrames = 0
  /// Whether more is being read and decoded; else the ring is full, or nothing is known to follow yet.
  public var isFeeding = false
  /// Less than half of what may be decoded ahead is, and more could be: the music needs the storage.
  public var isBehind: Bool { isFeeding && ringFrames < ringCapacityFrames / 2 }
  /// Counts skips, seeks and stops.
  public var generation: UInt32 = 0
  public var underruns: UInt64 = 0
  /// How often the ring ran empty in mid-entry: the storage was too slow.
  public var starvations: UInt64 = 0
  /// Why no device is open; nil while one is, or none is wanted.
  public var deviceTrouble: String?
  /// Another program has the device.
  public var isDeviceBusy = false
  /// From the mixer to the ear, as the device reports.
  public var latency = Duration.zero
  /// From a command to the moment when the first frame it asked for was given to the device; of the last commands,
  /// oldest first.
  public var commandLatencies: [Duration] = []
  public var isEnabled = true
  /// Number of starts of sound: after a start, a skip, a seek.
  public var starts: UInt64 = 0
  /// When the device was first open, in nanoseconds of CLOCK_MONOTONIC, and how long after the engine's start; 0: not
  /// yet.
  public var openedNanoseconds: Int64 = 0
  public var openingTime = Duration.zero
  /// When the first frame of the first and of the latest start was given to the device, on the same clock.
  public var firstStartNanoseconds: Int64 = 0
  public var latestStartNanoseconds: Int64 = 0

  public init() {}

  /// - Parameters:
  ///   - now: on the engine's clock, in nanoseconds.
  ///   - made: when the engine was made, on the same clock.
  mutating func opened(
    _ name: String, rate: Int, _ format: SampleFormat, periodFrames: Int, at now: Int64, after made: Int64
  ) {
    if openedNanoseconds == 0 { (openedNanoseconds, openingTime) = (now, .nanoseconds(now - made)) }
    (device, self.rate, self.format, self.periodFrames) = (name, rate, format, periodFrames)
    (deviceTrouble, isDeviceBusy) = (nil, false)
  }

  /// Sound has begun, at this time on the engine's clock, in nanoseconds.
  mutating func began(at nanoseconds: Int64) {
    starts += 1
    if starts == 1 { firstStartNanoseconds = nanoseconds }
    latestStartNanoseconds = nanoseconds
  }

  /// The same with what the threads say now.
  /// - Parameter rate: of the device, in Hz.
  func following(_ link: EngineLink, rate: Int) -> EngineSnapshot {
    var status = self
    status.targetBufferFrames = link.targetBufferFrames.load(ordering: .relaxed)
    status.isFeeding = link.isFeeding.load(ordering: .relaxed)
    status.underruns = UInt64(clamping: link.underruns.load(ordering: .relaxed))
    let delay = link.delayFrames.load(ordering: .relaxed)
    status.latency = .nanoseconds(Int64(delay) * 1_000_000_000 / Int64(max(1, rate)))
    return status
  }

  /// The command latency that this part of the last commands kept to.
  /// - Parameter part: above 0, up to 1: 0.99 for the 99th percentile.
  public func commandLatency(part: Double) -> Duration? {
    guard !commandLatencies.isEmpty else { return nil }
    let sorted = commandLatencies.sorted()
    let place = Int((Double(sorted.count) * part).rounded(.up)) - 1
    return sorted[min(sorted.count - 1, max(0, place))]
  }
}
