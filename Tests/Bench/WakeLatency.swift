import CLinux
import Linux
import Synchronization

/// What the machine itself takes: a thread of the audio thread's priority that is woken by an eventfd and stamps the
/// time, and does nothing else. The floor under every other latency.
enum WakeLatency {
  static func measure(wakes: Int) throws -> Percentiles {
    let bell = Bell(wakeup: try Wakeup(), wakes: wakes)
    let sleeper = try Thread.start(name: "control", priority: .fifo(40), payload: bell) { bell in
      bell.listen()
    }
    var times: [Int64] = []
    for _ in 0..<wakes {
      usleep(2000)
      let before = Instant.now()
      bell.stamp.store(0, ordering: .relaxed)
      bell.wakeup.signal()
      var woken: Int64 = 0
      while woken == 0 {
        usleep(100)
        woken = bell.stamp.load(ordering: .acquiring)
      }
      times.append(woken - before.nanoseconds)
    }
    sleeper.join()
    return Percentiles(times)
  }

  private final class Bell: Sendable {
    let wakeup: Wakeup
    let wakes: Int
    /// When the thread woke, on the monotonic clock; 0: not yet.
    let stamp = Atomic<Int64>(0)

    init(wakeup: Wakeup, wakes: Int) {
      self.wakeup = wakeup
      self.wakes = wakes
    }

    func listen() {
      for _ in 0..<wakes {
        var descriptor = pollfd(fd: wakeup.rawValue, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&descriptor, 1, -1) != 1 {}
        stamp.store(Instant.now().nanoseconds, ordering: .releasing)
        wakeup.drain()
      }
    }
  }
}
