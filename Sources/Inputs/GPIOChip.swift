internal import CGPIO
internal import Linux

/// A GPIO chip of the machine, through libgpiod of either version.
public struct GPIOChip: Hashable, Sendable {
  /// Such as `gpiochip0`.
  public let name: String
  /// Such as `pinctrl-bcm2711`.
  public let label: String
  public let lines: Int

  /// The kernel's names are shorter.
  private static let room = 64

  /// Those that can be opened, by their names.
  public static func all() -> [GPIOChip] {
    HostFolder.names(in: "/dev").filter { $0.hasPrefix("gpiochip") }.compactMap { name in
      var label = [CChar](repeating: 0, count: room)
      let lines = unsafe cgpio_chip_info("/dev/\(name)", &label, UInt(room))
      return lines < 0 ? nil : GPIOChip(name: name, label: text(label), lines: Int(lines))
    }
  }

  /// User of a line: the name that the kernel shows, which may be empty; nil if the line is free or does not exist.
  public static func user(of address: LineAddress) -> String? {
    var user = [CChar](repeating: 0, count: room)
    guard unsafe cgpio_line_user(address.chip, address.line, &user, UInt(room)) == 1 else { return nil }
    return text(user)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Lines of a Raspberry Pi's header that belong to no interface. On the others I2C, SPI, UART or I2S may be running, which
  /// the kernel does not count as users, and a request as input ends that: the sound of an I2S card stops.
  private static let headerLines = [4, 5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27]

  /// Lines that may be made inputs to look for a button; none for an unknown board.
  var harmlessLines: [Int] {
    if label.hasPrefix("pinctrl-bcm") || label.hasPrefix("pinctrl-rp1") {
      return Self.headerLines.filter { $0 < lines }
    }
    // A simulator's (gpio-sim), which has the name of its device.
    return label.hasPrefix("gpio-sim") || label.hasPrefix("gpio-mockup") ? Array(0..<min(lines, 64)) : []
  }

  /// Whether an address means this chip, by its name, path, number or label.
  public func isNamed(by address: LineAddress) -> Bool {
    address.chip == label
      || LineAddress(chip: name, line: "0").isSame(as: LineAddress(chip: address.chip, line: "0"))
  }
}
