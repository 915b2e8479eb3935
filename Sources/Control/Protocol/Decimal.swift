/// Numbers with a fraction as the protocol writes them.
enum Decimal {
  /// Seconds with three decimals: `12.345`.
  static func seconds(_ duration: Duration) -> String {
    var bytes: [UInt8] = []
    appendSeconds(duration, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func appendSeconds(_ duration: Duration, to bytes: inout [UInt8]) {
    appendSeconds(milliseconds: max(0, roundedMilliseconds(duration)), to: &bytes)
  }

  /// - Parameter milliseconds: not negative.
  static func appendSeconds(milliseconds: Int64, to bytes: inout [UInt8]) {
    bytes.append(digits: milliseconds / 1000, 1)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: milliseconds % 1000, 3)
  }

  /// Whole seconds, half and more rounded up.
  static func wholeSeconds(_ duration: Duration) -> Int64 {
    max(0, (roundedMilliseconds(duration) + 500) / 1000)
  }

  /// As short as it identifies the number, without `.0`.
  static func short(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return String(whole) }
    return "\(value)"
  }

  /// Rounded to two digits after the point, as clients see tempos and levels.
  static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// With three decimals; a value far beyond any sum or score is clamped, and NaN is 0.
  static func thousandths(_ value: Double) -> String {
    let whole = value.isNaN ? 0 : Int((min(max(value, -1e12), 1e12) * 1000).rounded())
    let digits = "\(whole.magnitude % 1000)"
    return (whole < 0 ? "-" : "") + "\(whole.magnitude / 1000)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func roundedMilliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, -1_000_000_000_000), 1_000_000_000_000)
    return bounded * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
  }
}
