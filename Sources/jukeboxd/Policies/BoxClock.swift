import Linux
import Model

/// The time of day for rules that go by it. Loop thread only.
final class BoxClock {
  private let loop: EventLoop
  private let read: () -> Int64?
  let zone: LocalZone
  private static let longestWait = Duration.seconds(15)
  private var observers: [() -> Void] = []

  init(
    loop: EventLoop, zone: LocalZone = LocalZone { WallClock.offset(at: $0) },
    read: @escaping () -> Int64? = WallClock.synchronised
  ) {
    (self.loop, self.zone, self.read) = (loop, zone, read)
  }

  /// The time; nil while nothing vouches for it.
  var now: Int64? { read() }

  /// Calls `observer` regularly, until the end of the daemon.
  func observe(_ observer: @escaping () -> Void) { observers.append(observer) }

  func start() {
    loop.schedule(after: Self.longestWait) { [weak self] in
      guard let self else { return }
      for observer in observers { observer() }
      start()
    }
  }

  /// Calls `body` once, at a point in time or a little before; the caller looks at the clock again.
  func wake(at seconds: Int64, _ body: @escaping () -> Void) -> EventLoop.Timer {
    let wait = Duration.seconds(max(0, seconds - (read() ?? seconds))) + .milliseconds(1)
    return loop.schedule(after: min(wait, Self.longestWait), body)
  }

  func cancel(_ timer: EventLoop.Timer) { loop.cancel(timer) }
}

extension WallClock {
  /// Names this start of the machine (random(4)).
  static var bootName: String? {
    try? HostFile.text(of: "/proc/sys/kernel/random/boot_id", atMost: 64)
  }
}
