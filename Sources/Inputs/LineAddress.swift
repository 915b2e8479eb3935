/// A line of a GPIO chip, as the configuration names it.
public struct LineAddress: Hashable, Sendable, CustomStringConvertible {
  /// The chip by name (`gpiochip0`), path (`/dev/gpiochip0`), number (`0`) or label (`pinctrl-bcm2711`).
  public var chip: String
  /// The line by its number on the chip, or by its name (`GPIO17`).
  public var line: String

  public init(chip: String = Self.defaultChip, line: String) {
    self.chip = chip
    self.line = line
  }

  public static let defaultChip = "gpiochip0"

  /// Whether both name one line, as far as that is known without the chip: only the chip knows labels and names.
  public func isSame(as other: LineAddress) -> Bool {
    Self.plain(chip) == Self.plain(other.chip) && Self.number(line) == Self.number(other.line)
  }

  public var description: String { "\(chip) line \(line)" }

  private static func plain(_ chip: String) -> String {
    if let number = UInt32(chip) { return "gpiochip\(number)" }
    return chip.hasPrefix("/dev/") ? String(chip.dropFirst(5)) : chip
  }

  private static func number(_ line: String) -> String { UInt32(line).map { "\($0)" } ?? line }
}
