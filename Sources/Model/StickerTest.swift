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
  /// In small letters for parts of texts.
  private let wanted: [UInt8]
  private let number: Int64

  public init(comparison: Operator, value: String) {
    self.comparison = comparison
    self.value = value
    number = LeadingNumber.of(value)
    switch comparison {
    case .contains, .startsWith: wanted = value.utf8.map(Self.small)
    default: wanted = Array(value.utf8)
    }
  }

  /// Texts are compared by their bytes; parts of them without the case of A to Z, as SQLite's LIKE does for MPD.
  public func holds(_ text: String) -> Bool { holds(Array(text.utf8).span) }

  /// - Parameter text: in UTF-8.
  public func holds(_ text: Span<UInt8>) -> Bool {
    switch comparison {
    case .equals: text.count == wanted.count && !differs(from: text)
    case .less: precedes(text)
    case .greater: !precedes(text) && (text.count != wanted.count || differs(from: text))
    case .sameNumber: LeadingNumber.of(text) == number
    case .lessNumber: LeadingNumber.of(text) < number
    case .greaterNumber: LeadingNumber.of(text) > number
    case .contains: contains(text)
    case .startsWith: stands(in: text, at: 0)
    }
  }

  /// - Parameter text: of the same length.
  private func differs(from text: Span<UInt8>) -> Bool {
    for place in 0..<text.count where text[place] != wanted[place] { return true }
    return false
  }

  private func precedes(_ text: Span<UInt8>) -> Bool {
    for place in 0..<min(text.count, wanted.count) where text[place] != wanted[place] {
      return text[place] < wanted[place]
    }
    return text.count < wanted.count
  }

  private func contains(_ text: Span<UInt8>) -> Bool {
    guard wanted.count <= text.count else { return false }
    for start in 0...(text.count - wanted.count) where stands(in: text, at: start) { return true }
    return false
  }

  private func stands(in text: Span<UInt8>, at start: Int) -> Bool {
    guard wanted.count <= text.count - start else { return false }
    for place in 0..<wanted.count where Self.small(text[start + place]) != wanted[place] { return false }
    return true
  }

  /// The small letter of A to Z; other bytes stay.
  private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
