import Linux
public import Model

/// One check: a name, and a function from facts to what they mean. It may find nothing to report, or several things.
public struct Check<Facts>: Sendable {
  public let group: Finding.Group
  public let name: String
  let examine: @Sendable (Facts) -> [Finding.Outcome]

  init(
    _ group: Finding.Group, _ name: String, _ examine: @escaping @Sendable (Facts) -> [Finding.Outcome]
  ) {
    self.group = group
    self.name = name
    self.examine = examine
  }
}

extension Array {
  /// The findings of all checks, in their order.
  public func findings<Facts>(in facts: Facts) -> [Finding] where Element == Check<Facts> {
    flatMap { check in check.examine(facts).map { Finding(check.group, check.name, $0) } }
  }
}

extension [Finding] {
  /// The daemon's findings and those about its machine, by group. A finding of the machine takes the place of the daemon's
  /// of the same check.
  public static func joined(daemon: [Finding], machine: [Finding]) -> [Finding] {
    let own = Set(machine.map { [$0.group.rawValue, $0.check] })
    let all = daemon.filter { !own.contains([$0.group.rawValue, $0.check]) } + machine
    return Finding.Group.allCases.flatMap { group in all.filter { $0.group == group } }
  }
}

/// Numbers and lists as a person reads them.
enum Words {
  static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  /// `512 MB`, `3.2 GB`: powers of ten, as on the packaging of a stick.
  static func bytes(_ bytes: Int64) -> String {
    let megabytes = bytes / 1_000_000
    return megabytes < 1000 ? "\(megabytes) MB" : "\(tenths(Double(megabytes) / 1000)) GB"
  }

  /// A word of a shell. Unix paths may hold anything.
  static func quoted(_ path: String) -> String {
    let plain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-".unicodeScalars.contains($0)
    }
    return plain
      ? path
      : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e12), 1e12) * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// `2 days`, `3 hours`, `5 minutes`
  static func time(seconds: Int64) -> String {
    if seconds >= 172_800 { return "\(seconds / 86_400) days" }
    if seconds >= 7200 { return "\(seconds / 3600) hours" }
    return seconds >= 120 ? "\(seconds / 60) minutes" : count(Int(seconds), "second")
  }

  /// At most `most` of them, and how many more.
  static func list(_ words: [String], most: Int = 4) -> String {
    let shown = words.prefix(most).joined(separator: ", ")
    return words.count > most ? "\(shown) and \(words.count - most) more" : shown
  }
}

extension StringProtocol {
  /// Without Swift's regular expressions, which come with `contains`.
  func has(_ text: String) -> Bool { utf8.firstOccurrence(of: text.utf8) != nil }
}
