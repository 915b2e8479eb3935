/// How long music may sound on each day of the week.
public struct BudgetRules: Hashable, Sendable {
  /// In minutes; days without a limit are missing.
  public var minutes: [Weekday: Int] = [:]
  /// Whether folders that resume and podcasts count, too.
  public var countsSpeech = true

  public init(minutes: [Weekday: Int] = [:], countsSpeech: Bool = true) {
    (self.minutes, self.countsSpeech) = (minutes, countsSpeech)
  }

  public static let limits = 0...1440

  /// - Parameter day: nil where no clock says it, so that the strictest limit holds.
  public func minutes(on day: CalendarDay?) -> Int? {
    day.map { minutes[$0.weekday] } ?? minutes.values.min()
  }
}

/// What has been heard of a day's budget. It survives a power cut.
public struct BudgetCount: Hashable, Sendable {
  /// The day, which begins at 04:00; nil where no clock has said it.
  public var day: CalendarDay?
  public var used: Duration
  /// Minutes that were given or taken for this day alone.
  public var extra: Int
  /// The count of the last known day, while it is not known whether another one has begun.
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

  public static let extraLimits = -1440...1440
  /// When a day begins, in minutes after midnight.
  public static let dayStart = 4 * 60

  /// The day to which a point in time counts.
  public static func day(of time: Int64, in zone: LocalZone) -> CalendarDay {
    let (day, second) = zone.local(time)
    return second < Int64(dayStart) * 60 ? CalendarDay(days: day.days - 1) : day
  }
}

/// Why no music may begin.
public enum Closing: String, Hashable, Sendable {
  case quiet, budget
}

/// What limits the music now, for clients.
public struct FamilyStatus: Hashable, Sendable {
  public var quiet: PresentQuiet?
  public var closed: Closing?
  /// How much longer music may play all the same.
  public var allowed: Duration?
  /// What is left of today's budget; nil without one.
  public var rest: Duration?
  public var isLocked = false

  public init() {}
}
