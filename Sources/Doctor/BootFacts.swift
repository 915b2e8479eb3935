/// Times of this machine's start, on the kernel's monotonic clock, which begins with the kernel.
public struct BootFacts: Hashable, Sendable {
  /// A part of the way from power to sound, in order.
  public enum Phase: String, CaseIterable, Sendable {
    case firmware, kernel, initrd, userland
    case firstSample = "first_sample"
  }

  /// Seconds from power to the kernel; nil: this firmware does not tell.
  public var firmware: Double?
  /// Second at which the initrd's first program began; nil: it left no mark, so its time is part of the kernel's.
  public var initrd: Double?
  /// Second at which systemd began on the system itself.
  public var userland: Double?
  /// Second at which the jukebox's latest process began.
  public var jukebox: Double?
  /// Second at which that process wrote its first frame to a sound card; nil: nothing has sounded.
  public var firstSample: Double?
  /// How often systemd has started the jukebox again after a failure.
  public var restarts = 0

  public init() {}

  /// Seconds that a phase took; nil: not measured.
  public func seconds(_ phase: Phase) -> Double? {
    switch phase {
    case .firmware: firmware
    case .kernel: initrd ?? userland
    case .initrd: Self.seconds(from: initrd, to: userland)
    case .userland: Self.seconds(from: userland, to: jukebox)
    case .firstSample: Self.seconds(from: jukebox, to: firstSample)
    }
  }

  private static func seconds(from begin: Double?, to end: Double?) -> Double? {
    guard let begin, let end, end >= begin else { return nil }
    return end - begin
  }
}
