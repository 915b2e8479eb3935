/// The time zone of the box: what its clocks on the wall show. Points in time are seconds since 1970, UTC.
public struct LocalZone: Sendable {
  /// Seconds to the east of UTC at a point in time.
  public let offset: @Sendable (Int64) -> Int64

  public init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

  public static let secondsOfDay: Int64 = 86_400
  public static let minutesOfDay = 1440

  /// The day, and the seconds since its midnight as clocks show them.
  public func local(_ time: Int64) -> (day: CalendarDay, second: Int64) {
    let shown = time &+ offset(time)
    let second = (shown % Self.secondsOfDay + Self.secondsOfDay) % Self.secondsOfDay
    return (CalendarDay(days: shown / Self.secondsOfDay - (shown % Self.secondsOfDay < 0 ? 1 : 0)), second)
  }

  /// Minutes since midnight as clocks show them.
  public func minute(_ time: Int64) -> Int { Int(local(time).second / 60) }

  /// The point in time at which clocks show a minute of a day: the first of two where clocks are set back, the first after
  /// the gap where they are set forward over it.
  public func time(of day: CalendarDay, minute: Int) -> Int64 {
    let shown = day.days * Self.secondsOfDay + Int64(minute) * 60
    let (early, late) = (shown - Self.secondsOfDay, shown + Self.secondsOfDay)
    let (before, after) = (offset(early), offset(late))
    let fitting = [shown - before, shown - after].filter { $0 &+ offset($0) == shown }
    return fitting.min() ?? change(from: early, to: late, before)
  }

  /// The next point in time, after `time`, at which clocks show a minute, on a day that fits.
  /// - Parameter days: how many days are looked at.
  public func next(
    minute: Int, after time: Int64, days: Int64 = 1, where fits: (CalendarDay) -> Bool = { _ in true }
  ) -> (day: CalendarDay, time: Int64)? {
    let today = local(time).day.days
    for day in today - 1...today + days {
      let day = CalendarDay(days: day)
      guard fits(day) else { continue }
      let found = self.time(of: day, minute: minute)
      if found > time { return (day, found) }
    }
    return nil
  }

  /// The latest point in time, not after `time`, at which clocks showed a minute, on a day that fits, of the last eight.
  public func latest(minute: Int, until time: Int64, where fits: (CalendarDay) -> Bool)
    -> (day: CalendarDay, time: Int64)?
  {
    let today = local(time).day.days
    for day in (today - 8...today + 1).reversed() {
      let day = CalendarDay(days: day)
      guard fits(day) else { continue }
      let found = self.time(of: day, minute: minute)
      if found <= time { return (day, found) }
    }
    return nil
  }

  /// The second of a change of clocks, by bisection.
  private func change(from early: Int64, to late: Int64, _ before: Int64) -> Int64 {
    var (low, high) = (early, late)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(middle) == before { low = middle } else { high = middle }
    }
    return high
  }
}
