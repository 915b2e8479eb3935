/// Music files in formats that are not played: how many of each kind.
public struct UnplayedFiles: Hashable, Sendable, Encodable {
  /// By the ending of their names, in lower case.
  private var counts: [String: Int] = [:]

  public init() {}

  /// - Parameter lines: as `lines` gives them; others are left out.
  public init(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, let count = Int(words[0]), count > 0 { counts[String(words[1])] = count }
    }
  }

  public mutating func add(_ kind: String) { counts[kind, default: 0] += 1 }

  public var isEmpty: Bool { counts.isEmpty }

  /// `300 m4a`, the most frequent kind first.
  public var lines: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
  }

  /// `312 files not played: 300 m4a, 12 wma`
  public var text: String {
    let count = counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    return "\(count) \(count == 1 ? "file" : "files") not played: \(lines.joined(separator: ", "))"
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(counts)
  }
}
