import JSON

/// How another program's file writes points in time. A program reads only its own form, so writes use the form of the
/// file.
public enum DateForm: Hashable, Sendable {
  /// As ISO 8601 has them (`ISODate`).
  case text
  /// Numbers of seconds since 1970, as Unix counts, or of milliseconds, as JavaScript's `Date` does.
  case seconds, milliseconds
  /// Numbers of seconds since the year 2001, as Swift's `JSONEncoder` writes a `Date`.
  case secondsSince2001

  /// January 1st, 2001, in seconds since 1970. A smaller number counts from 2001, since no such program existed before
  /// 2001. This holds for dates before 2032.
  private static let year2001 = 978_307_200.0
  /// Numbers from here on are milliseconds: as seconds they would be in the sixth millennium.
  private static let leastMilliseconds = 100_000_000_000.0
  /// The end of the year 9999, in milliseconds.
  private static let mostMilliseconds = 253_402_300_799_999.0

  /// Reads a text or a number.
  /// - Returns: seconds since 1970; nil if `text` is no date.
  static func read(_ reader: inout JSONReader) throws(JSONFault) -> (form: DateForm, seconds: Int64)? {
    if try reader.kind() == .string { return ISODate.seconds(try reader.string()).map { (.text, $0) } }
    // As a text: a number that is too large for one is no date, and no fault of the file.
    let text = try reader.skip()
    guard let number = Double(String(decoding: reader.bytes[text], as: UTF8.self)), number > 0,
      number <= mostMilliseconds
    else { return nil }
    if number >= leastMilliseconds { return (.milliseconds, Int64(number / 1000)) }
    if number >= year2001 { return (.seconds, Int64(number)) }
    return (.secondsSince2001, Int64(number + year2001))
  }

  /// The next date; nil where this form has none that would be read as that.
  func next(after seconds: Int64) -> Int64? { canHave(seconds + 1) ? seconds + 1 : nil }

  /// - Parameter seconds: since 1970.
  /// - Returns: whether reading gives back the value that is written.
  private func canHave(_ seconds: Int64) -> Bool {
    let year2001 = Int64(Self.year2001)
    let leastMilliseconds = Int64(Self.leastMilliseconds)
    let most = Int64(Self.mostMilliseconds) / 1000
    return switch self {
    case .text: seconds <= most
    case .seconds: (year2001..<leastMilliseconds).contains(seconds)
    case .milliseconds: (leastMilliseconds / 1000...most).contains(seconds)
    case .secondsSince2001: seconds > year2001 && seconds < 2 * year2001
    }
  }

  /// - Parameter seconds: since 1970. Nothing is written for nil, nor for a time that would be read as another.
  func write(_ key: String, _ seconds: Int64?, to writer: inout JSONWriter) {
    guard let seconds, canHave(seconds) else { return }
    switch self {
    case .text: writer.pair(key, ISODate.text(seconds))
    case .seconds: writer.pair(key, seconds)
    case .milliseconds: writer.pair(key, seconds * 1000)
    case .secondsSince2001: writer.pair(key, seconds - Int64(Self.year2001))
    }
  }
}
