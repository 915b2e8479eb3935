/// A day of the Gregorian calendar, also before it was introduced.
public struct CalendarDay: Hashable, Comparable, Sendable {
  /// Since January 1st, 1970.
  public let days: Int64

  public init(days: Int64) { self.days = days }

  /// - Returns: nil for a day that does not exist, such as February 30th.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // In eras of 400 years that begin in March, so that a leap day is a year's last.
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    guard parts == (year, month, day) else { return nil }
  }

  /// Reads `2026-01-31`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
      let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public var parts: (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }

  public var weekday: Weekday {
    // The first day of 1970 was a Thursday.
    let place = (days % 7 + 10) % 7
    return Weekday.allCases[Int(place)]
  }

  public static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.days < b.days }
}

extension CalendarDay: CustomStringConvertible {
  /// Such as `2026-01-31`.
  public var description: String {
    let (year, month, day) = parts
    let digits = "\(year)"
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    return "\(zeros)\(digits)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

/// A day of the week, in the short form that configuration and protocol use.
public enum Weekday: String, CaseIterable, Hashable, Sendable {
  case mon, tue, wed, thu, fri, sat, sun

  /// Reads `mon,tue`, `weekdays`, `weekend` or `all`; nil for anything else, and for no day at all.
  public static func days(reading text: some StringProtocol) -> Set<Weekday>? {
    switch text.lowercased() {
    case "all": return Set(allCases)
    case "weekdays": return [.mon, .tue, .wed, .thu, .fri]
    case "weekend": return [.sat, .sun]
    default:
      let days = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
        Weekday(rawValue: String($0))
      }
      guard !days.contains(nil) else { return nil }
      return Set(days.compactMap { $0 })
    }
  }

  /// Such as `mon,tue`, in the order of a week.
  public static func text(of days: Set<Weekday>) -> String {
    allCases.filter(days.contains).map(\.rawValue).joined(separator: ",")
  }

  /// As `text`, or the word that `days` reads for all of them.
  public static func shortText(of days: Set<Weekday>) -> String {
    ["all", "weekdays", "weekend"].first { Self.days(reading: $0) == days } ?? text(of: days)
  }
}
