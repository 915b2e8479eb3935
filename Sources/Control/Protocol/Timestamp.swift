/// Calendar times as the protocol writes them.
enum Timestamp {
  /// `seconds` since 1970 as `2026-01-31T12:34:56Z` (ISO 8601, UTC), by the proleptic Gregorian calendar.
  static func text(_ seconds: Int64) -> String {
    var bytes: [UInt8] = []
    append(seconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ seconds: Int64, to bytes: inout [UInt8]) {
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
    bytes.append(digits: year, 4)
    func append(_ mark: Unicode.Scalar, _ value: Int64) {
      bytes.append(UInt8(ascii: mark))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }
    append("-", month)
    append("-", day)
    append("T", time / 3600)
    append(":", time / 60 % 60)
    append(":", time % 60)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads what `text` writes and the other forms that MPD reads: a date alone, `20260131T123456`, a time zone
  /// (`+02:00`), or plain seconds since 1970; nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 1 {
      let date = text.hasSuffix("Z") ? text.dropLast() : text[...]
      return days(date).map { $0 * 86_400 } ?? Int64(text)
    }
    guard let days = days(parts[0]) else { return nil }
    let clock = parts[1].prefix { !"Z+-".contains($0) }
    guard let time = secondsOfDay(clock), let offset = zone(parts[1].dropFirst(clock.count)) else {
      return nil
    }
    return days * 86_400 + time - offset
  }

  /// `12:34:56`, `12:34`, `12`, `123456` or `1234`.
  private static func secondsOfDay(_ text: Substring) -> Int64? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(digits)
    if parts.count == 1, text.utf8.count > 2 { parts = pairs(text) }
    guard (1...3).contains(parts.count), let hour = parts[0], hour < 24 else { return nil }
    var seconds = hour * 3600
    for (place, unit) in [(1, Int64(60)), (2, 1)] where place < parts.count {
      guard let value = parts[place], value < 60 else { return nil }
      seconds += value * unit
    }
    return seconds
  }

  /// Nothing, `Z`, `+02:00`, `+0200` or `+02`, in seconds to the east.
  private static func zone(_ text: Substring) -> Int64? {
    if text.isEmpty || text == "Z" { return 0 }
    guard let sign = text.first, sign != "Z" else { return nil }
    let rest = text.dropFirst()
    let parts = rest.contains(":") ? rest.split(separator: ":").map(digits) : pairs(rest)
    guard (1...2).contains(parts.count), let hours = parts[0], hours < 14 else { return nil }
    let minutes = parts.count == 2 ? parts[1] : 0
    guard let minutes, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  /// Numbers of two digits each.
  private static func pairs(_ text: Substring) -> [Int64?] {
    var rest = text
    var parts: [Int64?] = []
    while !rest.isEmpty {
      parts.append(rest.utf8.count == 1 ? nil : digits(rest.prefix(2)))
      rest = rest.dropFirst(2)
    }
    return parts
  }

  /// `2026-01-31` or `20260131`.
  private static func days(_ text: Substring) -> Int64? {
    var date = text.split(separator: "-", omittingEmptySubsequences: false).map(digits)
    if date.count == 1, text.utf8.count == 8 { date = [digits(text.prefix(4))] + pairs(text.dropFirst(4)) }
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
}

extension [UInt8] {
  /// A number that is not negative in decimal digits, with noughts before it up to a width.
  mutating func append(digits value: Int64, _ width: Int) {
    let start = count
    var (rest, isMore) = (UInt64(value), true)
    while isMore || count - start < width {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      isMore = rest > 0
    }
    // The last digit came first.
    var (first, last) = (start, count - 1)
    while first < last {
      swapAt(first, last)
      (first, last) = (first + 1, last - 1)
    }
  }
}

extension Int64 {
  /// Division that rounds down, so that times before 1970 come out right.
  fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
