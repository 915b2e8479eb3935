import Library
import Model

/// The family's rules as the box keeps them.
struct FamilyState {
  static let (rowsName, rulesName, countName, lockName) = (
    "quiet-hours", "budget", "budget-count", "locked"
  )

  var rows: [QuietHours] = []
  var rules = BudgetRules()
  var count = BudgetCount()
  var isLocked = false

  /// Leaves out lines that make no sense.
  init(_ values: [String: BoxValue]) {
    if case .text(let text)? = values[Self.rowsName] {
      let lines = text.split(separator: "\n").prefix(QuietHours.most)
      rows = lines.compactMap { Self.hours(from: $0) }
    }
    if case .text(let text)? = values[Self.rulesName] {
      for word in text.split(separator: " ") {
        let parts = word.split(separator: "=")
        guard parts.count == 2, let day = Weekday(rawValue: String(parts[0])), let minutes = Int(parts[1]),
          BudgetRules.limits.contains(minutes)
        else { continue }
        rules.minutes[day] = minutes
      }
    }
    if case .text(let text)? = values[Self.countName] { count = Self.count(from: text) ?? count }
    isLocked = values[Self.lockName] == .integer(1)
  }

  // MARK: Quiet hours: ID DAYS FROM TO GRADE NAME

  static func text(of rows: [QuietHours]) -> String {
    rows.map {
      "\($0.id) \(Weekday.text(of: $0.days)) \($0.from) \($0.to) \($0.grade.rawValue) \($0.name)"
    }
    .joined(separator: "\n")
  }

  private static func hours(from line: Substring) -> QuietHours? {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    guard words.count == 6, let id = Int(words[0]), id > 0, let days = Weekday.days(reading: words[1]),
      let from = Int(words[2]), let to = Int(words[3]), let grade = QuietGrade(rawValue: String(words[4])),
      (0..<LocalZone.minutesOfDay).contains(from), (0..<LocalZone.minutesOfDay).contains(to)
    else { return nil }
    return QuietHours(id: id, days: days, from: from, to: to, name: String(words[5]), grade: grade)
  }

  // MARK: Budget: mon=60 tue=60

  static func text(of rules: BudgetRules) -> String {
    Weekday.allCases.compactMap { day in rules.minutes[day].map { "\(day.rawValue)=\($0)" } }
      .joined(separator: " ")
  }

  // MARK: Count: DAY MILLISECONDS EXTRA BOOT [DAY MILLISECONDS EXTRA]; a day that is not known is -

  static func text(of count: BudgetCount) -> String {
    let earlier = count.earlier.map { [day($0.day), milliseconds($0.used), "\($0.extra)"] } ?? []
    let boot = count.boot.isEmpty ? "-" : count.boot
    return ([day(count.day), milliseconds(count.used), "\(count.extra)", boot] + earlier)
      .joined(separator: " ")
  }

  private static func day(_ day: CalendarDay?) -> String { day.map { "\($0.days)" } ?? "-" }
  private static func milliseconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)"
  }

  private static func count(from text: String) -> BudgetCount? {
    let words = text.split(separator: " ")
    guard words.count == 4 || words.count == 7, let first = part(words[0..<3]) else { return nil }
    var count = BudgetCount(
      day: first.day, used: first.used, extra: first.extra, boot: words[3] == "-" ? "" : String(words[3]))
    if words.count == 7, let earlier = part(words[4..<7]), let day = earlier.day {
      count.earlier = BudgetCount.Earlier(day: day, used: earlier.used, extra: earlier.extra)
    }
    return count
  }

  /// The longest day that makes sense.
  private static let mostMilliseconds: Int64 = 2 * 86_400_000
  private static let mostDays: Int64 = 1_000_000

  private static func part(
    _ words: ArraySlice<Substring>
  ) -> (day: CalendarDay?, used: Duration, extra: Int)? {
    let words = Array(words)
    // A count that is too large is still one: zero would be a new day.
    guard let count = Int64(words[1]), count >= 0, let given = Int(words[2]) else { return nil }
    let (used, extra) = (
      Duration.milliseconds(min(count, mostMilliseconds)), BudgetCount.bounded(extra: given)
    )
    if words[0] == "-" { return (nil, used, extra) }
    guard let days = Int64(words[0]), (0...mostDays).contains(days) else { return nil }
    return (CalendarDay(days: days), used, extra)
  }
}
