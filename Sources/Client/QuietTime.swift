import Model

/// Quiet hours of the box.
public struct QuietTime: Hashable, Encodable, Sendable {
  public let number: Int
  public let name: String?
  public let days: String
  public let from: String
  public let to: String
  public let grade: String
  /// Whether they hold now.
  public let active: Bool

  private init?(_ answer: Answer) {
    guard let number = answer.integer("quiet") else { return nil }
    self.number = number
    (name, days, grade) = (answer["name"], answer["days"] ?? "", answer["grade"] ?? "")
    (from, to, active) = (answer["from"] ?? "", answer["to"] ?? "", answer["active"] == "1")
  }

  /// Reads the answer to `quiethours`.
  package static func all(_ answer: Answer) -> [QuietTime] {
    answer.items(beginningWith: "quiet").compactMap { QuietTime($0) }
  }

  public var line: String {
    "\(number)  \(from)-\(to)  \(Weekday.days(reading: days).map(Weekday.shortText) ?? days)  \(grade)"
      + (name.map { "  “\($0)”" } ?? "")
      + (active ? "  (now)" : "")
  }
}
