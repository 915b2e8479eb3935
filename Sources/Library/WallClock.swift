import CLinux

/// The time of day, where it can be trusted: boards have no clock of their own at boot.
enum WallClock {
  /// Since 1970 (UTC); nil while the kernel does not call its clock synchronised (adjtimex(2), STA_UNSYNC).
  static func synchronised() -> Duration? {
    var state = timex()
    guard unsafe adjtimex(&state) >= 0, state.status & STA_UNSYNC == 0 else { return nil }
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return nil }
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
