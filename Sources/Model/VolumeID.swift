/// The random identity of a volume (a stick or a fixed folder), stored in the volume's own database, so that it stays
/// the same wherever the volume is mounted.
public struct VolumeID: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The identity for no volume: its tracks are streams, whose paths are URLs.
  public static let network = VolumeID(high: 0x6E65_7477_6F72_6B00, low: 0)

  /// A new identity from the system's random numbers.
  public static func random() -> VolumeID {
    VolumeID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  /// Reads the 32 hexadecimal digits that `description` writes; nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.dropFirst(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { Self.digits(high) + Self.digits(low) }

  private static func digits(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
