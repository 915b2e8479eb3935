import Linux
import Model

/// Switches the machine off when nothing has happened for long: no sound, press, command of a person or upload. A change
/// of the clock does not matter. Loop thread only.
final class IdleOff {
  /// nil: never.
  var time: Duration? {
    didSet { if time != oldValue { restart() } }
  }

  private let loop: EventLoop
  /// Whether something sounds or is uploaded.
  private let isBusy: () -> Bool
  private let lastAsked: () -> Instant
  /// Whether an alarm keeps the machine on.
  private let awaitsAlarm: () -> Bool
  private let act: (Act) -> Void
  private var timer: EventLoop.Timer?
  private var last: Instant
  private var warnedAt: Instant?

  enum Act { case warn, shutDown }

  /// How often it looks whether something sounds.
  private static let period = Duration.seconds(5)
  private static let warning = Duration.seconds(60)
  /// An alarm within this time keeps the machine on.
  static let alarmTime = Duration.seconds(14 * 3600)

  init(
    loop: EventLoop, isBusy: @escaping () -> Bool, lastAsked: @escaping () -> Instant,
    awaitsAlarm: @escaping () -> Bool, act: @escaping (Act) -> Void
  ) {
    (self.loop, self.isBusy, self.lastAsked) = (loop, isBusy, lastAsked)
    (self.awaitsAlarm, self.act) = (awaitsAlarm, act)
    last = loop.now
  }

  private func restart() {
    if let timer = timer.take() { loop.cancel(timer) }
    (last, warnedAt) = (loop.now, nil)
    if time != nil { wait() }
  }

  private func wait() {
    timer = loop.schedule(after: Self.period) { [weak self] in
      guard let self else { return }
      timer = nil
      look(at: loop.now)
      if time != nil { wait() }
    }
  }

  func look(at now: Instant) {
    guard let time else { return }
    last = isBusy() ? now : max(last, lastAsked())
    let left = time - (now - last)
    guard left <= Self.warning, !awaitsAlarm() else {
      warnedAt = nil
      return
    }
    guard let warned = warnedAt else {
      warnedAt = now
      return act(.warn)
    }
    if left <= .zero, now - warned >= Self.warning {
      (last, warnedAt) = (now, nil)
      act(.shutDown)
    }
  }
}
