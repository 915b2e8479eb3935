/// What a scan passes over for one reason: how much, and the first of it, for one message.
struct PassedOver {
  private static let mostNamed = 5

  private var count = 0
  private var first: [[UInt8]] = []

  mutating func add(_ path: [UInt8]) {
    count += 1
    if first.count < Self.mostNamed { first.append(path) }
  }

  /// What is said of it; nil where there is nothing.
  /// - Parameters:
  ///   - one: what a single one is called.
  ///   - many: what more are called.
  ///   - what: what is said of it, behind "is" or "are".
  func message(_ one: String, _ many: String, are what: String) -> String? {
    if count == 0 { return nil }
    var names = first.map { String(decoding: $0, as: UTF8.self) }
    if count > first.count { names.append("…") }
    return "\(count == 1 ? "1 \(one) is" : "\(count) \(many) are") \(what): \(names.joined(separator: ", "))"
  }
}
