/// Calendar times as the protocol writes them.
enum Timestamp {
  /// `seconds` since 1970 as `2026-01-31T12:34:56Z` (ISO 8601, UTC), by the proleptic Gregorian calendar.
  static func text(_ seconds: Int64) -> String {
    // Years outside 0...9999 have no such form.
    let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let (days, time) = clamped.quotientAndRemainder(flooringBy: 86_400)
    // Days since 0000-03-01, so that a leap day is the last of its year.
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
      + "T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
  }

  /// Reads what `text` writes, a date alone, or plain seconds since 1970; nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    if let seconds = Int64(text), seconds >= 0 { return seconds }
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let days = days(parts[0]) else { return nil }
    guard parts.count == 2 else { return days * 86_400 }
    guard parts[1].hasSuffix("Z") else { return nil }
    let clock = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false).map(digits)
    guard (1...3).contains(clock.count), let hour = clock[0], hour < 24 else { return nil }
    var seconds = days * 86_400 + hour * 3600
    for (place, unit) in [(1, Int64(60)), (2, 1)] where place < clock.count {
      guard let value = clock[place], value < 60 else { return nil }
      seconds += value * unit
    }
    return seconds
  }

  private static func days(_ text: Substring) -> Int64? {
    let date = text.split(separator: "-", omittingEmptySubsequences: false).map(digits)
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2], year <= 9999,
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.quotientAndRemainder(flooringBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func digits(_ text: Substring) -> Int64? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  private static func padded(_ value: Int64, _ width: Int = 2) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

extension Int64 {
  /// Division that rounds down, so that times before 1970 come out right.
  fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
