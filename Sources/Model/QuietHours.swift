/// A span of days of the week in which less may be heard. One that ends before it begins goes over midnight, and belongs
/// to the day on which it begins.
public struct QuietHours: Hashable, Sendable {
  /// The number that the box gave it.
  public var id: Int
  public var days: Set<Weekday>
  /// In minutes since midnight, local time. From and to the same time is a whole day.
  public var (from, to): (Int, Int)
  /// Empty without one.
  public var name: String
  public var grade: QuietGrade

  public init(
    id: Int = 0, days: Set<Weekday> = Set(Weekday.allCases), from: Int, to: Int, name: String = "",
    grade: QuietGrade = .silent
  ) {
    (self.id, self.days, self.from, self.to) = (id, days, from, to)
    (self.name, self.grade) = (name, grade)
  }

  /// How many the box keeps.
  public static let most = 32
  public static let mostNameBytes = 64

  /// - Parameter minute: since midnight of the day, as clocks show it.
  public func holds(on day: CalendarDay, at minute: Int) -> Bool {
    let begins = days.contains(day.weekday)
    if from < to { return begins && from <= minute && minute < to }
    let eve = CalendarDay(days: day.days - 1).weekday
    return begins && minute >= from || days.contains(eve) && minute < to
  }

  /// How long ago they began, where they hold.
  /// - Parameter second: since midnight, as clocks show it.
  public func passed(at second: Int64) -> Duration {
    let begin = Int64(from) * 60
    return .seconds(second - begin + (second < begin ? 86_400 : 0))
  }

  /// `Bedtime until 07:00`.
  public var label: String { "\(name.isEmpty ? "Quiet" : name) until \(TimeOfDay.text(to))" }
}

/// How quiet it is to be, in rising order.
public enum QuietGrade: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The night's ceiling of the volume holds.
  case softer
  /// The current song may end; no other begins.
  case finish
  /// The current song fades out.
  case silent

  public static func < (a: QuietGrade, b: QuietGrade) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The quiet hours that hold now.
public struct PresentQuiet: Hashable, Sendable {
  /// Name and end, for people.
  public var label: String
  public var grade: QuietGrade

  public init(_ label: String, _ grade: QuietGrade) { (self.label, self.grade) = (label, grade) }
}

extension [QuietHours] {
  /// Those that hold.
  /// - Parameter time: since 1970, UTC; nil while no clock says it, so that none holds.
  public func holding(at time: Int64?, in zone: LocalZone) -> [QuietHours] {
    guard let time else { return [] }
    let (day, second) = zone.local(time)
    return filter { $0.holds(on: day, at: Int(second / 60)) }
  }
}
