import CLinux

/// Lets a thread rest that does nothing else meanwhile (nanosleep(2)). Never the loop.
public enum Pause {
  public static func milliseconds(_ count: Int) {
    var time = timespec(tv_sec: count / 1000, tv_nsec: count % 1000 * 1_000_000)
    _ = unsafe nanosleep(&time, nil)
  }
}
