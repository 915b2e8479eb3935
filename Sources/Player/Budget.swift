import Model

/// The minutes of a day that music may sound, and how many of them have.
struct Budget: Sendable {
  var rules = BudgetRules()
  private(set) var count = BudgetCount()
  /// The present day; nil while no clock says it.
  private var today: CalendarDay?

  /// The rests at which a tone says that it ends.
  private static let warnings = [Duration.seconds(600), .seconds(120)]

  /// What is left; nil without a limit today.
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
    let limits = BudgetCount.extraLimits
    count.extra = min(max(count.extra.saturatingAdd(minutes), limits.lowerBound), limits.upperBound)
  }

  /// Takes the day that the clock shows, nil while none is known. A later day starts at zero; an earlier one, after a clock
  /// that was wrong, keeps what was used.
  mutating func begin(_ day: CalendarDay?) {
    today = day
    guard let day else { return }
    if let known = count.day {
      if known < day { (count.used, count.extra) = (.zero, 0) }
    } else if let earlier = count.earlier, earlier.day >= day {
      // The day that began without a clock is still the one before.
      count.used += earlier.used
      count.extra = count.extra.saturatingAdd(earlier.extra)
    }
    (count.day, count.earlier) = (day, nil)
  }

  /// A day begins without a clock, at most once in a start of the machine.
  mutating func beginDay(ofBoot boot: String) {
    guard today == nil, count.boot != boot else { return }
    let earlier =
      count.day.map { BudgetCount.Earlier(day: $0, used: count.used, extra: count.extra) } ?? count.earlier
    count = BudgetCount(earlier: earlier, boot: boot)
  }
}
