/// Points in time as files have them: `2026-01-31T12:34:56Z` (ISO 8601, UTC).
public enum ISODate {
  /// - Parameter seconds: since 1970; years outside 1 to 9999 are cut to those.
  public static func text(_ seconds: Int64) -> String {
    let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let days = floor(clamped, 86_400)
    let time = clamped - days * 86_400
    let (year, month, day) = date(days)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = "\(year)"
    let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
    return
      "\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)-\(two(month))-\(two(day))T\(clock)Z"
  }

  /// The day alone, in UTC: `2026-01-31`.
  public static func day(_ seconds: Int64) -> String { String(text(seconds).prefix(10)) }

  /// Reads what `text` writes, with parts of a second and a zone such as `+02:00` too; nil for anything else.
  public static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? { SourceText.number(bytes[range]) }
    guard bytes.count >= 20, bytes.count <= 40, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0,
      (1...12).contains(month), (1...31).contains(day), let hour = number(11..<13), hour < 24,
      let minute = number(14..<16), minute < 60, let second = number(17..<19), second < 61
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
    }
    guard let offset = zone(rest) else { return nil }
    return days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
  }

  /// In seconds to the east.
  private static func zone(_ text: ArraySlice<UInt8>) -> Int64? {
    if text.elementsEqual("Z".utf8) { return 0 }
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let hours = SourceText.number(digits[..<2]), hours < 15,
      let minutes = SourceText.number(digits[2...]), minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  // By the proleptic Gregorian calendar, in eras of 400 years that begin in March, so that a leap day is a year's last.

  /// From January 1st, 1970, to a day.
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floor(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }
}
