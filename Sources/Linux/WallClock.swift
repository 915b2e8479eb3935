import CLinux

/// The time of day. A board has no clock of its own: until the network has told the time, it is wrong.
public enum WallClock {
  /// Seconds since 1970, UTC (clock_gettime(2), CLOCK_REALTIME).
  /// - Returns: nil while the kernel does not call its clock synchronised (adjtimex(2), STA_UNSYNC).
  public static func synchronised() -> Int64? {
    var state = timex()
    state.modes = 0
    guard unsafe adjtimex(&state) != TIME_ERROR, state.status & STA_UNSYNC == 0 else { return nil }
    return now()
  }

  /// Seconds since 1970, UTC, right or wrong: for messages.
  public static func now() -> Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
      fatalError("clock_gettime: CLOCK_REALTIME")
    }
    return Int64(time.tv_sec)
  }
}
