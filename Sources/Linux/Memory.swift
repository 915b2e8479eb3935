import CLinux

/// What keeps sound going under memory pressure, and the board alive under a runaway thread.
public enum Memory {
  /// Keeps every page in memory once it was touched (mlockall(2): MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT; without the
  /// last, untouched stacks alone would take some 40 MB).
  /// - Throws: EPERM or ENOMEM where RLIMIT_MEMLOCK forbids it; the jukebox runs without.
  public static func lockAll() throws(SystemError) {
    try systemCall("mlockall") { mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT)) }
  }

  /// Has freed memory go back to the system soon (mallopt(3)): blocks from 64 KiB on are mapped on their own, and at most
  /// as much lies free at the end of a heap. Left alone, glibc raises both bounds up to 32 MiB after whatever is freed,
  /// and what one scan of a big library took at its worst stays with the process for good.
  ///
  /// Belongs at the beginning, before threads are started.
  public static func giveBackFreed() {
    // They fail for values out of range alone.
    _ = mallopt(M_MMAP_THRESHOLD, 64 << 10)
    _ = mallopt(M_TRIM_THRESHOLD, 64 << 10)
  }

  /// Ends the process when a real-time thread runs for longer without sleeping (RLIMIT_RTTIME, getrlimit(2)): a bug
  /// then costs a restart, not a board that answers nobody.
  /// - Parameter limit: at most this long from one sleep to the next.
  public static func limitRealTime(to limit: Duration) throws(SystemError) {
    let microseconds = UInt(clamping: max(1, limit.nanoseconds / 1000))
    try systemCall("setrlimit") { clinux_limit_realtime(microseconds, microseconds) }
  }
}
