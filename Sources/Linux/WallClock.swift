import CLinux

/// The time of day. On a board without a clock chip the time is wrong until the network sets it.
public enum WallClock {
  /// The file that systemd-timesyncd makes once it has set the clock.
  static let mark = "/run/systemd/timesync/synchronized"
  /// The folder of the kernel's clock chips.
  static let chips = "/sys/class/rtc"
  private static let mostChips = 8
  /// The years that a chip's time is believed in: a chip with an empty battery is before them (2026 to 2046).
  private static let plausible: Range<Int64> = 1_767_225_600..<2_398_377_600

  private static let evidence = Guarded(ClockEvidence())

  /// The time of day, and what vouches for it: the kernel (adjtimex(2), STA_UNSYNC) or, where a service may not ask the kernel
  /// (systemd's ProtectClock), systemd-timesyncd; a person; a clock chip.
  public static func reading() -> ClockReading {
    var state = timex()
    let answer = unsafe adjtimex(&state)
    let now = now()
    let isOfNetwork = isSynchronised(answer: answer, status: state.status, mark: mark)
    let isKnown = evidence.withLock { $0.isOfNetwork || $0.isOfChip }
    let isOfChip = !isOfNetwork && (isKnown || isSetByChip(at: now, chips: chips))
    let monotonic = monotonicSeconds
    return evidence.withLock {
      $0.reading(isOfNetwork: isOfNetwork, isOfChip: isOfChip, system: now, monotonic: monotonic)
    }
  }

  /// Seconds since 1970, UTC; nil while nothing vouches for them.
  public static func synchronised() -> Int64? { reading().known }

  /// Takes the time from a person, for this process. The system's clock stays as it is.
  /// - Parameter seconds: since 1970, UTC; nil forgets it.
  /// - Returns: the offset to the monotonic clock, in seconds, for `setOffset`.
  @discardableResult
  public static func set(_ seconds: Int64?) -> Int64? {
    let offset = seconds.map { $0 &- monotonicSeconds }
    setOffset(offset)
    return offset
  }

  /// Takes what `set` returned earlier, since the machine started.
  public static func setOffset(_ offset: Int64?) { evidence.withLock { $0.offset = offset } }

  /// Names this start of the machine (random(4)).
  public static var bootName: String? {
    try? HostFile.text(of: "/proc/sys/kernel/random/boot_id", atMost: 64)
  }

  /// Whether a person's time may be true: from the years that a chip's is believed in.
  public static func isPlausible(_ seconds: Int64) -> Bool { plausible.contains(seconds) }

  private static var monotonicSeconds: Int64 { Instant.now().nanoseconds / 1_000_000_000 }

  /// Whether the kernel set its clock by a chip at boot (`hctosys` of a chip, Linux: Documentation/ABI/testing/rtc-cdev),
  /// and both times are plausible: after a chip with an empty battery systemd sets the clock to its last time.
  /// - Parameters:
  ///   - seconds: since 1970, UTC.
  ///   - chips: the folder of the chips.
  static func isSetByChip(at seconds: Int64, chips: String) -> Bool {
    plausible.contains(seconds)
      && (0..<mostChips).contains { number in
        func text(_ name: String) -> String? {
          try? HostFile.text(of: "\(chips)/rtc\(number)/\(name)", atMost: 32)
        }
        return text("hctosys") == "1"
          && text("since_epoch").flatMap { Int64($0) }.map(plausible.contains) ?? false
      }
  }

  /// - Parameters:
  ///   - answer: adjtimex(2)'s; -1 where it is refused.
  ///   - status: what it filled in then.
  ///   - mark: the file to look for where it is refused.
  static func isSynchronised(answer: Int32, status: Int32, mark: String) -> Bool {
    if answer < 0 { return unsafe access(mark, F_OK) == 0 }
    return answer != TIME_ERROR && status & STA_UNSYNC == 0
  }

  /// Seconds that local time is ahead of UTC at a point in time (localtime_r(3)).
  /// - Parameter seconds: since 1970, UTC.
  public static func offset(at seconds: Int64) -> Int64 {
    unsafe local(seconds).map { unsafe Int64($0.tm_gmtoff) } ?? 0
  }

  /// `2026-01-31 12-34-56`, local time (localtime_r(3)), for a file's name: FAT refuses colons.
  /// - Parameter seconds: since 1970, UTC.
  /// - Returns: nil for a time before 2020: the clock was not set then.
  public static func localName(of seconds: Int64) -> String? {
    guard seconds >= 1_577_836_800, let parts = unsafe local(seconds) else { return nil }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return unsafe "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour))-\(two(parts.tm_min))-\(two(parts.tm_sec))"
  }

  /// The time zone is read again (tzset(3)), which localtime_r(3) does not do: `timedatectl set-timezone` counts at once.
  private static func local(_ seconds: Int64) -> tm? {
    tzset()
    var seconds = time_t(seconds)
    var parts = unsafe tm()
    return unsafe localtime_r(&seconds, &parts) == nil ? nil : parts
  }

  /// Seconds since 1970, UTC, right or wrong: for messages.
  public static func now() -> Int64 { Int64(read().tv_sec) }

  /// The same in nanoseconds: the clock that files get their times from.
  public static func nanoseconds() -> Int64 {
    let time = read()
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  private static func read() -> timespec {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
      fatalError("clock_gettime: CLOCK_REALTIME")
    }
    return time
  }
}
