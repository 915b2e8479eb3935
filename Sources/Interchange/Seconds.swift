/// Times as files have them.
enum Seconds {
  /// With as many decimals as needed, at most six.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = attoseconds / 1_000_000_000_000
    if microseconds == 0 { return "\(seconds)" }
    var digits = String(microseconds)
    digits = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(seconds).\(digits)"
  }
}
