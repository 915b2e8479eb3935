/// Music heard of a day's budget. It survives a power cut.
public struct BudgetCount: Hashable, Sendable {
  /// The day, which begins at 04:00; nil where no clock has said it.
  public var day: CalendarDay?
  public var used: Duration
  /// Minutes that were given or taken for this day alone.
  public var extra: Int
  /// The count of the last known day, while it is not known whether another one has begun; else of the day before, or of the
  /// one from which the clock stepped back.
  public var earlier: Earlier?
  /// The start of the machine in which a day without a clock began last.
  public var boot: String

  public struct Earlier: Hashable, Sendable {
    public var day: CalendarDay
    public var used: Duration
    public var extra: Int

    public init(day: CalendarDay, used: Duration, extra: Int) {
      (self.day, self.used, self.extra) = (day, used, extra)
    }
  }

  public init(
    day: CalendarDay? = nil, used: Duration = .zero, extra: Int = 0, earlier: Earlier? = nil,
    boot: String = ""
  ) {
    (self.day, self.used, self.extra, self.earlier, self.boot) = (day, used, extra, earlier, boot)
  }

  private static let extraLimits = -1440...1440
  public static func bounded(extra: Int) -> Int {
    min(max(extra, extraLimits.lowerBound), extraLimits.upperBound)
  }

  /// When a day begins, in minutes after midnight.
  public static let dayStart = 4 * 60

  /// The day to which a point in time counts.
  public static func day(of time: Int64, in zone: LocalZone) -> CalendarDay {
    let (day, second) = zone.local(time)
    return second < Int64(dayStart) * 60 ? CalendarDay(days: day.days - 1) : day
  }
}
