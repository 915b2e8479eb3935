import CLinux

/// Memory settings that keep sound playing under memory pressure, and the board alive under a runaway thread.
public enum Memory {
  /// Locks every mapped page in memory once it was touched (mlockall(2): MCL_CURRENT, MCL_ONFAULT; without the latter,
  /// untouched stacks alone would take some 40 MB). Later mappings are not locked: locked memory of a heap can't be
  /// returned (madvise(2), MADV_DONTNEED), so a thread that once took much would hold it until the end.
  /// - Throws: EPERM or ENOMEM if RLIMIT_MEMLOCK forbids it; the jukebox runs without.
  public static func lockAll() throws(SystemError) {
    try systemCall("mlockall") { mlockall(Int32(MCL_CURRENT) | Int32(MCL_ONFAULT)) }
  }

  /// Returns freed memory to the system soon (mallopt(3)): blocks from 64 KiB on are mapped on their own, and at most
  /// as much stays free at the end of a heap. By default glibc raises both bounds up to 32 MiB after each free, so the
  /// process would hold the peak of a scan of a big library until the end.
  /// Call it first, before threads start.
  public static func giveBackFreed() {
    // They fail for values out of range alone.
    _ = mallopt(M_MMAP_THRESHOLD, 64 << 10)
    _ = mallopt(M_TRIM_THRESHOLD, 64 << 10)
  }

  /// Returns freed memory between used blocks to the system (malloc_trim(3)); takes about a millisecond. Not for the
  /// audio thread.
  public static func giveBackNow() { _ = malloc_trim(0) }

  /// Ends the process if a real-time thread runs longer than `limit` without sleeping (RLIMIT_RTTIME, getrlimit(2)): a
  /// bug then costs a restart, not a board that does not respond.
  /// - Parameter limit: longest time between two sleeps.
  public static func limitRealTime(to limit: Duration) throws(SystemError) {
    let microseconds = UInt(clamping: max(1, limit.nanoseconds / 1000))
    try systemCall("setrlimit") { clinux_limit_realtime(microseconds, microseconds) }
  }
}
