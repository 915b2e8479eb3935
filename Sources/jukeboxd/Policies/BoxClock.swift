import Control
import Library
import Linux
import Model

/// The time of day, for all rules that go by it: night, alarms. Reports each change of what the time is worth, each step and each
/// change of the zone. Loop thread only.
final class BoxClock: Clock {
  private let loop: EventLoop
  private let store: BoxStore?
  var read: () -> ClockReading
  private var watch: ClockWatch?
  private var observers: [() -> Void] = []
  /// The source that clients and observers know.
  private(set) var source: ClockSource
  var zone: LocalZone

  private static let setting = "clock-offset"
  /// How often the clock is looked at while nothing vouches for it: a time service may set it without a step.
  private static let period = Duration.seconds(15)
  /// The system's clock may be slewed while something waits for a time: then it is looked at again.
  private static let longestWait = Duration.seconds(1800)

  /// - Parameters:
  ///   - store: keeps a person's time over restarts of the daemon.
  ///   - saved: what the box remembers.
  init(
    loop: EventLoop, store: BoxStore? = nil, saved: [String: BoxValue] = [:],
    zone: LocalZone = LocalZone { WallClock.offset(at: $0) },
    read: @escaping () -> ClockReading = WallClock.reading
  ) {
    (self.loop, self.store, self.zone, self.read) = (loop, store, zone, read)
    if case .text(let text)? = saved[Self.setting], let boot = WallClock.bootName {
      let words = text.split(separator: " ")
      if words.count == 2, words[0] == boot, let offset = Int64(words[1]),
        WallClock.isPlausible(offset)
      {
        WallClock.setOffset(offset)
      }
    }
    source = read().source
  }

  /// The time; nil while nothing vouches for it.
  var now: Int64? { read().known }
  /// The time, or at least a lower bound of it.
  var reading: ClockReading { read() }
  /// Minutes since midnight; nil where `now` is.
  var minute: Int? { now.map(zone.minute) }

  /// Calls `observer` after each change, until the end of the daemon.
  func observe(_ observer: @escaping () -> Void) { observers.append(observer) }

  func start() {
    do throws(SystemError) {
      watch = try ClockWatch(loop: loop) { [weak self] in self?.changed() }
    } catch {
      Log.error("the clock is not watched, alarms may be late: \(error)")
    }
    look()
  }

  /// Calls `body` once, at a point in time or a little before; the caller looks at the clock again.
  func wake(at seconds: Int64, _ body: @escaping () -> Void) -> EventLoop.Timer {
    let wait = Duration.seconds(max(0, seconds - read().seconds)) + .milliseconds(1)
    return loop.schedule(after: min(wait, Self.longestWait), body)
  }

  func cancel(_ timer: EventLoop.Timer) { loop.cancel(timer) }

  /// Takes the time from a person, until the power goes.
  func set(_ seconds: Int64) throws(Refusal) {
    guard WallClock.isPlausible(seconds) else {
      throw .failed(.outOfRange, "The time \(seconds) is not of these years", about: "\(seconds)")
    }
    guard source != .network else {
      throw .failed(.clockSet, "The network sets the clock: a time by hand is not needed")
    }
    if let offset = WallClock.set(seconds), let boot = WallClock.bootName {
      store?.save(.text("\(boot) \(offset)"), as: Self.setting)
    }
    Log.notice("the clock was set by hand")
    changed()
  }

  /// Looks regularly only until the network or a chip sets the clock.
  private func look() {
    if read().source != source { changed() }
    guard source == .unknown || source == .person else { return }
    loop.schedule(after: Self.period) { [weak self] in self?.look() }
  }

  func changed() {
    let before = source
    source = read().source
    if source != before { Log.notice("the clock: \(source.rawValue)") }
    for observer in observers { observer() }
  }
}
