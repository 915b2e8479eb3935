/// Numbers in texts that may hold anything, as clients' stickers do.
public enum LeadingNumber {
  /// As SQLite casts: the digits at the beginning, after blanks and a sign; without digits, 0. Beyond 64 bits, the
  /// largest number.
  public static func of(_ text: String) -> Int64 { of(Array(text.utf8).span) }

  /// - Parameter text: in UTF-8.
  public static func of(_ text: Span<UInt8>) -> Int64 {
    var place = 0
    while place < text.count, text[place] == 0x20 || (0x09...0x0D).contains(text[place]) { place += 1 }
    let isNegative = place < text.count && text[place] == UInt8(ascii: "-")
    if isNegative || place < text.count && text[place] == UInt8(ascii: "+") { place += 1 }
    var number: Int64 = 0
    while place < text.count, (0x30...0x39).contains(text[place]) {
      let digit = Int64(text[place] - 0x30)
      let (shifted, isBeyond) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      if isBeyond || overflows { return isNegative ? .min : .max }
      number = sum
      place += 1
    }
    return number
  }
}
