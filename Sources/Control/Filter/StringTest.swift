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
  func holds(_ text: String) -> Bool { holds(text.utf8Span.span) }

  /// The same of a text's bytes in UTF-8.
  func holds(_ text: Span<UInt8>) -> Bool {
    if let pattern { return pattern.matches(Self.string(text)) }
    let wanted = wanted.span
    guard foldsCase else { return holds(text, wanted) { $0 } }
    var bits: UInt8 = 0
    for place in 0..<text.count { bits |= text[place] }
    if bits < 0x80 { return holds(text, wanted) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
    return holds(Self.form(Self.string(text), foldsCase: true).span, wanted) { $0 }
  }

  /// Every text that comes here is valid.
  private static func string(_ text: Span<UInt8>) -> String {
    do {
      return String(copying: try UTF8Span(validating: text))
    } catch {
      return ""
    }
  }

  /// - Parameter form: of a byte of `text` as it is compared.
  @inline(__always)
  private func holds(_ text: Span<UInt8>, _ wanted: Span<UInt8>, _ form: (UInt8) -> UInt8) -> Bool {
    let room = text.count - wanted.count
    guard room >= 0 else { return false }
    switch kind {
    case .equals: return room == 0 && Self.isAt(0, of: text, wanted, form)
    case .startsWith: return Self.isAt(0, of: text, wanted, form)
    case .contains, .matches:
      guard wanted.count > 0 else { return true }
      let first = wanted[0]
      for start in 0...room where form(text[start]) == first {
        if Self.isAt(start, of: text, wanted, form) { return true }
      }
      return false
    }
  }

  @inline(__always)
  private static func isAt(
    _ start: Int, of text: Span<UInt8>, _ wanted: Span<UInt8>, _ form: (UInt8) -> UInt8
  ) -> Bool {
    for place in 0..<wanted.count where form(text[start + place]) != wanted[place] { return false }
    return true
  }

  private static func form(_ text: String, foldsCase: Bool) -> [UInt8] {
    if !foldsCase { return Array(text.utf8) }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.lowercased().utf8) }
    // As Unicode folds: in capitals, "ß" is "SS" and both small sigmas are one. The "ı" without a dot is not an "i", though
    // both have one capital.
    let parts = text.unicodeScalars.split(separator: "ı", omittingEmptySubsequences: false)
    return Array(parts.map { String($0).uppercased().lowercased() }.joined(separator: "ı").utf8)
  }
}
