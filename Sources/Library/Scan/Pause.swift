import CLinux

/// Lets a thread of the library's own rest (nanosleep(2)). Never the loop.
package enum Pause {
  package static func milliseconds(_ count: Int) {
    var time = timespec(tv_sec: count / 1000, tv_nsec: count % 1000 * 1_000_000)
    _ = unsafe nanosleep(&time, nil)
  }
}
