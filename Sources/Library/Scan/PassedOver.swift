/// Links that a scan does not follow: how many, and the first of them, for one message.
struct PassedOverLinks {
  private static let mostNamed = 5

  private var count = 0
  private var first: [[UInt8]] = []

  mutating func add(_ path: [UInt8]) {
    count += 1
    if first.count < Self.mostNamed { first.append(path) }
  }

  /// What is said of them; nil where there are none.
  var message: String? {
    if count == 0 { return nil }
    var names = first.map { String(decoding: $0, as: UTF8.self) }
    if count > first.count { names.append("…") }
    let what = count == 1 ? "1 link is" : "\(count) links are"
    return "\(what) not followed, to folders or out of the volume: \(names.joined(separator: ", "))"
  }
}
