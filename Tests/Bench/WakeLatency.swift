import CLinux
import Linux
import Synchronization

/// What the machine itself takes: a thread of the audio thread's priority that is woken by an eventfd and stamps the
/// time, and does nothing else. The floor under every other latency.
enum WakeLatency {
  static func measure(wakes: Int) throws -> Percentiles {
    let bell = Bell(wakes: wakes, wakeup: try Wakeup(), answer: try Wakeup())
    let sleeper = try Thread.start(name: "control", priority: .fifo(40), payload: bell) { bell in
      bell.listen()
    }
    bell.answer.wait()
    let state = try ThreadState(ofThread: bell.thread.load(ordering: .acquiring))
    var times: [Int64] = []
    for _ in 0..<wakes {
      bell.answer.drain()
      try state.waitUntilAsleep()
      let before = Instant.now()
      bell.wakeup.signal()
      bell.answer.wait()
      times.append(bell.stamp.load(ordering: .acquiring) - before.nanoseconds)
    }
    sleeper.join()
    return Percentiles(times)
  }

  private final class Bell: Sendable {
    let wakes: Int
    let wakeup: Wakeup
    /// That it listens, then that it has stamped.
    let answer: Wakeup
    /// The number of the thread that listens.
    let thread = Atomic(0)
    /// When the thread woke last, on the monotonic clock.
    let stamp = Atomic<Int64>(0)

    init(wakes: Int, wakeup: Wakeup, answer: Wakeup) {
      (self.wakes, self.wakeup, self.answer) = (wakes, wakeup, answer)
    }

    func listen() {
      thread.store(Thread.currentID, ordering: .releasing)
      answer.signal()
      for _ in 0..<wakes {
        wakeup.wait()
        stamp.store(Instant.now().nanoseconds, ordering: .releasing)
        wakeup.drain()
        answer.signal()
      }
    }
  }
}
