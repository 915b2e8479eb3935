import Configuration
import Linux

/// Says when it is night, by the clock on the wall; only where that is known. Loop thread only.
final class NightSchedule {
  private let loop: EventLoop
  private let tell: (Bool) -> Void
  /// Whether the log says that the clock is not known.
  private var isMissing = false
  private var isNight = false
  /// The minute of the day, where the clock is known.
  private let minute: () -> Int?

  /// How often the clock is looked at.
  private static let period = Duration.seconds(15)

  var hours: NightHours? {
    didSet { if hours != oldValue { look() } }
  }

  init(
    _ hours: NightHours?, loop: EventLoop, minute: @escaping () -> Int? = WallClock.localMinute,
    tell: @escaping (Bool) -> Void
  ) {
    self.hours = hours
    self.loop = loop
    self.minute = minute
    self.tell = tell
  }

  func start() {
    look()
    loop.schedule(after: Self.period) { [weak self] in self?.start() }
  }

  func look() {
    var now = false
    if let hours {
      if let minute = minute() {
        now = hours.contains(minute)
        isMissing = false
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
