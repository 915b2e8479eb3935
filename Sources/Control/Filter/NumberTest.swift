/// Whether a number is in a range.
public struct NumberTest: Hashable, Sendable {
  let least: Double
  let most: Double
  /// Whether the ends themselves are left out.
  let excludesEnds: Bool
  let isNegated: Bool

  init(
    least: Double = -.infinity, most: Double = .infinity, excludesEnds: Bool = false, isNegated: Bool = false
  ) {
    self.least = least
    self.most = most
    self.excludesEnds = excludesEnds
    self.isNegated = isNegated
  }

  /// A number, which others within half of `unit` are equal to, or a range `A:B`, whose ends may be missing.
  init?(_ text: String, unit: Double, isNegated: Bool = false) {
    let ends = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = ends.map { Double($0) }
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty ? ends.count == 2 : $1?.isFinite == true }) else {
      return nil
    }
    if numbers.count == 1, let number = numbers[0] {
      self.init(least: number - unit / 2, most: number + unit / 2, isNegated: isNegated)
    } else {
      guard numbers.count == 2, numbers[0] != nil || numbers[1] != nil else { return nil }
      self.init(least: numbers[0] ?? -.infinity, most: numbers[1] ?? .infinity, isNegated: isNegated)
      guard least <= most else { return nil }
    }
  }

  /// Tests a number; nil passes no test.
  func holds(_ number: Double?) -> Bool {
    guard let number else { return false }
    let isInside = excludesEnds ? least < number && number < most : least <= number && number <= most
    return isInside != isNegated
  }

  var expression: String {
    func text(_ value: Double) -> String { Decimal.short((value * 1000).rounded() / 1000) }
    if least == -.infinity { return "\(excludesEnds ? "<" : "<=") \"\(text(most))\"" }
    if most == .infinity { return "\(excludesEnds ? ">" : ">=") \"\(text(least))\"" }
    return "\(isNegated ? "!=" : "==") \"\(text(least)):\(text(most))\""
  }
}
