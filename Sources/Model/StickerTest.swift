/// A comparison of a sticker's value, by MPD's operators.
public struct StickerTest: Hashable, Sendable {
  public enum Operator: String, CaseIterable, Sendable {
    case equals = "="
    case less = "<"
    case greater = ">"
    /// Equal as numbers; the next two compare numbers as well.
    case sameNumber = "eq"
    case lessNumber = "lt"
    case greaterNumber = "gt"
    case contains
    case startsWith = "starts_with"
  }

  public let comparison: Operator
  public let value: String

  public init(comparison: Operator, value: String) {
    self.comparison = comparison
    self.value = value
  }

  /// Texts are compared by their bytes; parts of them without the case of A to Z, as SQLite's LIKE does for MPD.
  public func holds(_ text: String) -> Bool {
    switch comparison {
    case .equals: text.utf8.elementsEqual(value.utf8)
    case .less: text.utf8.lexicographicallyPrecedes(value.utf8)
    case .greater: value.utf8.lexicographicallyPrecedes(text.utf8)
    case .sameNumber: LeadingNumber.of(text) == LeadingNumber.of(value)
    case .lessNumber: LeadingNumber.of(text) < LeadingNumber.of(value)
    case .greaterNumber: LeadingNumber.of(text) > LeadingNumber.of(value)
    case .contains: Self.contains(Self.folded(text), Self.folded(value))
    case .startsWith: Self.folded(text).starts(with: Self.folded(value))
    }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { start in
      text[start] == first && text[start..<start + part.count].elementsEqual(part)
    }
  }
}
