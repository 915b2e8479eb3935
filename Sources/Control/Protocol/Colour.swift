/// Colours as the protocol writes them: `RRGGBB`, six hexadecimal digits.
enum Colour {
  static func text(_ colour: UInt32) -> String {
    let digits = String(colour & 0xFF_FFFF, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// With or without `#` in front.
  static func read(_ text: String) throws(CommandError) -> UInt32 {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let colour = UInt32(digits, radix: 16)
    else {
      throw .argument("RRGGBB expected, six hexadecimal digits: \(text)")
    }
    return colour
  }
}
