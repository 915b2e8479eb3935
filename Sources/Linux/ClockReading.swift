import CLinux

/// The witness of the time of day.
public enum ClockSource: String, CaseIterable, Hashable, Sendable {
  /// A time service has set the clock since the machine started.
  case network
  /// The kernel took the time from a clock chip when the machine started.
  case chip
  /// A person has given the time since the machine started.
  case person
  /// Nothing: the time is a lower bound, left from the last time.
  case unknown
}

/// The time of day, and what it is worth.
public struct ClockReading: Hashable, Sendable {
  public var source: ClockSource
  /// Since 1970, UTC.
  public var seconds: Int64

  public init(_ source: ClockSource, _ seconds: Int64) { (self.source, self.seconds) = (source, seconds) }

  /// The seconds, where something vouches for them.
  public var known: Int64? { source == .unknown ? nil : seconds }
}

/// Facts that the process has learned of the time. Any thread.
struct ClockEvidence: Sendable {
  /// A time service has set the clock: that holds while the network is away, though the kernel stops vouching for it then.
  var isOfNetwork = false
  /// A chip has set the clock when the machine started.
  var isOfChip = false
  /// The time that a person gave, less the monotonic clock then, in seconds.
  var offset: Int64?

  /// - Parameters:
  ///   - isOfNetwork: whether a time service vouches for the clock now.
  ///   - isOfChip: whether a chip set the clock.
  ///   - system: the system's clock.
  ///   - monotonic: the monotonic one.
  mutating func reading(isOfNetwork now: Bool, isOfChip: Bool, system: Int64, monotonic: Int64)
    -> ClockReading
  {
    if now { isOfNetwork = true }
    if isOfNetwork { return ClockReading(.network, system) }
    // A person who gives the time knows better than a chip.
    if let offset { return ClockReading(.person, monotonic &+ offset) }
    self.isOfChip = isOfChip
    return ClockReading(isOfChip ? .chip : .unknown, system)
  }
}
