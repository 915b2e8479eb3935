import CLinux

/// What keeps sound going under memory pressure, and the board alive under a runaway thread.
public enum Memory {
  /// Keeps every page of what is mapped now in memory once it was touched (mlockall(2): MCL_CURRENT, MCL_ONFAULT; without
  /// the last, untouched stacks alone would take some 40 MB). What is mapped later is not kept: memory that is locked
  /// can't be given back while its heap stays (madvise(2), MADV_DONTNEED), so that a thread which once took much would
  /// keep it for good.
  /// - Throws: EPERM or ENOMEM where RLIMIT_MEMLOCK forbids it; the jukebox runs without.
  public static func lockAll() throws(SystemError) {
    try systemCall("mlockall") { mlockall(Int32(MCL_CURRENT) | Int32(MCL_ONFAULT)) }
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

  /// Gives back what was freed and lies between blocks in use (malloc_trim(3)), about a millisecond's work. Not for the
  /// audio thread.
  public static func giveBackNow() { _ = malloc_trim(0) }

  /// Ends the process when a real-time thread runs for longer without sleeping (RLIMIT_RTTIME, getrlimit(2)): a bug
  /// then costs a restart, not a board that answers nobody.
  /// - Parameter limit: at most this long from one sleep to the next.
  public static func limitRealTime(to limit: Duration) throws(SystemError) {
    let microseconds = UInt(clamping: max(1, limit.nanoseconds / 1000))
    try systemCall("setrlimit") { clinux_limit_realtime(microseconds, microseconds) }
  }
}
