import CLinux

/// The time of day. A board has no clock of its own: the time is wrong until the network sets it.
public enum WallClock {
  /// What systemd-timesyncd makes once it has set the clock.
  static let mark = "/run/systemd/timesync/synchronized"

  /// Seconds since 1970, UTC (clock_gettime(2), CLOCK_REALTIME).
  /// - Returns: nil while the kernel does not call its clock synchronised (adjtimex(2), STA_UNSYNC), or, where a
  ///   service may not ask the kernel (systemd's ProtectClock), while systemd-timesyncd has not set it.
  public static func synchronised() -> Int64? {
    var state = timex()
    let answer = unsafe adjtimex(&state)
    return isSynchronised(answer: answer, status: state.status, mark: mark) ? now() : nil
  }

  /// - Parameters:
  ///   - answer: adjtimex(2)'s; -1 where it is refused.
  ///   - status: what it filled in then.
  ///   - mark: the file to look for where it is refused.
  static func isSynchronised(answer: Int32, status: Int32, mark: String) -> Bool {
    if answer < 0 { return unsafe access(mark, F_OK) == 0 }
    return answer != TIME_ERROR && status & STA_UNSYNC == 0
  }

  /// Minutes since midnight, local time (localtime_r(3)).
  /// - Returns: nil where `synchronised` is.
  public static func localMinute() -> Int? {
    guard let now = synchronised(), let parts = unsafe local(now) else { return nil }
    return unsafe Int(parts.tm_hour) * 60 + Int(parts.tm_min)
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

  private static func local(_ seconds: Int64) -> tm? {
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
