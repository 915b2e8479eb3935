public import Patterns

/// A comparison of a filter: `contains "x"`.
public struct StringTest: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case equals, contains, startsWith
    /// The value as a regular expression.
    case matches(Pattern)
  }

  public let kind: Kind
  public let value: String
  public let foldsCase: Bool
  public let isNegated: Bool
  /// `value` as it is compared.
  private let wanted: [UInt8]

  public init(_ kind: Kind, _ value: String, foldsCase: Bool, isNegated: Bool = false) {
    self.kind = kind
    self.value = value
    self.foldsCase = foldsCase
    self.isNegated = isNegated
    wanted = Self.form(value, foldsCase: foldsCase)
  }

  /// `=~`, and `!~` where it is negated.
  init(_ pattern: Pattern, isNegated: Bool) {
    self.init(.matches(pattern), pattern.text, foldsCase: pattern.foldsCase, isNegated: isNegated)
  }

  /// `value` as it is compared.
  var compared: String { String(decoding: wanted, as: UTF8.self) }

  var pattern: Pattern? {
    if case .matches(let pattern) = kind { pattern } else { nil }
  }

  /// Whether `text` passes, `isNegated` left aside.
  func holds(_ text: String) -> Bool {
    if let pattern { return pattern.matches(text) }
    if kind == .equals, !foldsCase { return text.utf8.elementsEqual(wanted) }
    let text = Self.form(text, foldsCase: foldsCase)
    switch kind {
    case .equals: return text == wanted
    case .startsWith: return text.starts(with: wanted)
    case .contains, .matches: return Self.contains(text, wanted)
    }
  }

  private static func form(_ text: String, foldsCase: Bool) -> [UInt8] {
    if !foldsCase { return Array(text.utf8) }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.lowercased().utf8) }
    // As Unicode folds: in capitals, "ß" is "SS" and both small sigmas are one. The "ı" without a dot is not an "i", though
    // both have one capital.
    let parts = text.unicodeScalars.split(separator: "ı", omittingEmptySubsequences: false)
    return Array(parts.map { String($0).uppercased().lowercased() }.joined(separator: "ı").utf8)
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { start in
      text[start] == first && text[start..<start + part.count].elementsEqual(part)
    }
  }
}
