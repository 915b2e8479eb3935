import Model

/// The minutes of a day that music may sound, and how many of them have.
struct Budget: Sendable {
  var rules = BudgetRules()
  private(set) var count = BudgetCount()
  /// The present day; nil while no clock says it.
  private var today: CalendarDay?
  var isDayKnown: Bool { today != nil }

  /// The rests at which a tone says that it ends.
  private static let warnings = [Duration.seconds(600), .seconds(120)]

  /// Time left; nil without a limit today.
  var rest: Duration? {
    guard let minutes = rules.minutes(on: count.day) else { return nil }
    return max(.zero, .seconds(Int64(minutes + count.extra) * 60) - count.used)
  }

  mutating func restore(_ saved: BudgetCount) { count = saved }

  /// Counts time that has sounded.
  /// - Returns: whether a warning is due, and whether the end has come.
  mutating func add(_ heard: Duration) -> (warns: Bool, ends: Bool) {
    let before = rest
    count.used += heard
    guard let before, let after = rest, after < before else { return (false, false) }
    let warns = Self.warnings.contains { before > $0 && after <= $0 }
    return (warns && after > .zero, after == .zero)
  }

  /// How long it takes, while music sounds, until `add` has something to say.
  var timeToNextSign: Duration? {
    guard let rest, rest > .zero else { return nil }
    return rest - (Self.warnings.filter { $0 < rest }.max() ?? .zero)
  }

  mutating func give(minutes: Int) {
    count.extra = BudgetCount.bounded(extra: count.extra.saturatingAdd(minutes))
  }

  /// Takes the day that the clock shows, nil while none is known. A later day starts at zero; an earlier one, after a clock
  /// that was wrong, keeps what was used, and so does the day from which the clock stepped when it is back there.
  mutating func begin(_ day: CalendarDay?) {
    today = day
    guard let day, day != count.day else { return }
    let other = count.earlier
    if let known = count.day {
      count.earlier = .init(day: known, used: count.used, extra: count.extra)
      if let other, other.day == day {
        (count.used, count.extra) = (max(count.used, other.used), other.extra)
      } else if known < day {
        (count.used, count.extra) = (.zero, 0)
        if let other, other.day > day { count.earlier = other }
      }
    } else if let other, other.day >= day {
      // The day that began without a clock is still the one before.
      count.used += other.used
      count.extra = BudgetCount.bounded(extra: count.extra.saturatingAdd(other.extra))
      if other.day == day { count.earlier = nil }
    } else {
      count.earlier = nil
    }
    count.day = day
  }

  /// A day begins without a clock, at most once in a start of the machine.
  mutating func beginDay(ofBoot boot: String) {
    guard today == nil, count.boot != boot else { return }
    let earlier =
      count.day.map { BudgetCount.Earlier(day: $0, used: count.used, extra: count.extra) } ?? count.earlier
    count = BudgetCount(earlier: earlier, boot: boot)
  }
}
