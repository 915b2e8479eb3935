/// The number of a card, tag or printed code, as its reader gives it.
public struct CardNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A QR code holds more; the number of a card has 8 to 20 digits.
  public static let mostBytes = 128

  public let description: String

  /// - Returns: nil unless it is 1 to 128 printable bytes of ASCII.
  public init?(_ text: some StringProtocol) {
    guard (1...Self.mostBytes).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    description = String(text)
  }

  /// Whether a phone or bank card makes it up at each reading: 4 bytes, the first of them 08 (ISO 14443-3).
  public var isRandom: Bool {
    description.utf8.count == 8 && description.hasPrefix("08") && description.allSatisfy(\.isHexDigit)
  }

  public static func < (one: CardNumber, other: CardNumber) -> Bool { one.description < other.description }
}
