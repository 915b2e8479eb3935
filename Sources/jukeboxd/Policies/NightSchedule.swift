import Configuration
import Linux
import Model

/// Says when it is night, by the clock on the wall; only where that is known. Loop thread only.
final class NightSchedule {
  private let clock: BoxClock
  private let tell: (Bool) -> Void
  /// Whether the log says that the clock is not known.
  private var isMissing = false
  private var isNight = false
  private var timer: EventLoop.Timer?

  var hours: NightHours? {
    didSet { if hours != oldValue { look() } }
  }

  init(_ hours: NightHours?, clock: BoxClock, tell: @escaping (Bool) -> Void) {
    self.hours = hours
    self.clock = clock
    self.tell = tell
  }

  func start() {
    clock.observe { [weak self] in self?.look() }
    look()
  }

  func look() {
    if let timer = timer.take() { clock.cancel(timer) }
    var now = false
    if let hours {
      if let time = clock.now {
        now = hours.contains(clock.zone.minute(time))
        isMissing = false
        let next = [hours.start, hours.end].compactMap { clock.zone.next(minute: $0, after: time)?.time }
          .min()
        timer = next.map { clock.wake(at: $0) { [weak self] in self?.look() } }
      } else {
        if !isMissing { Log.notice("[player] night: waiting for the clock to be set") }
        isMissing = true
        // The state stays while the clock is unknown.
        now = isNight
      }
    }
    guard now != isNight else { return }
    isNight = now
    Log.notice(now ? "night: volume limited to [player] night-volume" : "the night is over")
    tell(now)
  }
}
