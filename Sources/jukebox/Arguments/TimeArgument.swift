import ArgumentParser

/// A time in a song as a person writes it: `90`, `1:30`, `1:02:03.5`; or `none`.
struct TimeArgument: ExpressibleByArgument, Equatable {
  /// As the protocol takes it: seconds, or nothing for `none`.
  let word: String

  init?(argument: String) {
    if argument == "none" {
      word = ""
      return
    }
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last, Self.isNumber(last),
      let seconds = Double(last)
    else { return nil }
    var total = 0
    for part in parts.dropLast() {
      guard let value = Int(part), (0..<1000).contains(value) else { return nil }
      total = total * 60 + value
    }
    if parts.count > 1, seconds >= 60 { return nil }
    let sum = Double(total * 60) + seconds
    word = sum == sum.rounded() ? String(Int(min(sum, 1e9))) : String(sum)
  }

  /// Digits with at most one point: no sign, no exponent.
  private static func isNumber(_ text: Substring) -> Bool {
    text.first?.isNumber == true && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }
}
