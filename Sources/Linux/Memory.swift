import CLinux
import Synchronization

/// What keeps sound going under memory pressure, and the board alive under a runaway thread.
public enum Memory {
  private static let isLocked = Atomic<Bool>(false)

  /// Keeps every page in memory once it was touched (mlockall(2): MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT; without the
  /// last, untouched stacks alone would take some 40 MB).
  /// - Throws: EPERM or ENOMEM where RLIMIT_MEMLOCK forbids it; the jukebox runs without.
  public static func lockAll() throws(SystemError) {
    try systemCall("mlockall") { mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT)) }
    isLocked.store(true, ordering: .releasing)
  }

  /// Pages may go again (munlockall(2)).
  public static func unlockAll() {
    isLocked.store(false, ordering: .releasing)
    _ = munlockall()
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

  /// Has whole pages go back that were freed amid others, in the heaps of all threads (malloc_trim(3)). Locked pages stay,
  /// whatever is freed (madvise(2): MADV_DONTNEED fails on them), and with them all that the heap of any thread but the first
  /// ever held; so they are unlocked for that moment, in which none is written to storage without need.
  ///
  /// Takes some milliseconds, in which others may wait for memory: belongs behind what was large, once it is over, on a
  /// thread that nobody waits for.
  public static func giveBackHoles() {
    let wasLocked = isLocked.load(ordering: .acquiring)
    if wasLocked { _ = munlockall() }
    _ = malloc_trim(0)
    // It was allowed before.
    if wasLocked { try? lockAll() }
  }

  /// Ends the process when a real-time thread runs for longer without sleeping (RLIMIT_RTTIME, getrlimit(2)): a bug
  /// then costs a restart, not a board that answers nobody.
  /// - Parameter limit: at most this long from one sleep to the next.
  public static func limitRealTime(to limit: Duration) throws(SystemError) {
    let microseconds = UInt(clamping: max(1, limit.nanoseconds / 1000))
    try systemCall("setrlimit") { clinux_limit_realtime(microseconds, microseconds) }
  }
}
