/// Items that a scan skips for one reason: their number, and the first ones, for one message.
struct SkippedItems {
  private static let mostNamed = 5

  private var count = 0
  private var first: [[UInt8]] = []

  mutating func add(_ path: [UInt8]) {
    count += 1
    if first.count < Self.mostNamed { first.append(path) }
  }

  /// The message; nil if there are none.
  /// - Parameters:
  /// - one: the noun for a single one.
  /// - many: the noun for several.
  /// - what: the text after "is" or "are".
  func message(_ one: String, _ many: String, are what: String) -> String? {
    if count == 0 { return nil }
    var names = first.map { String(decoding: $0, as: UTF8.self) }
    if count > first.count { names.append("…") }
    return "\(count == 1 ? "1 \(one) is" : "\(count) \(many) are") \(what): \(names.joined(separator: ", "))"
  }
}
