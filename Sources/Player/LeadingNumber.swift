/// Numbers in texts that may hold anything, as clients' stickers do.
public enum LeadingNumber {
  /// As SQLite casts: the digits at the beginning, behind blanks and a sign; without any, 0.
  public static func of(_ text: String) -> Int64 {
    let trimmed = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = trimmed.first == UInt8(ascii: "-")
    let sign = isNegative || trimmed.first == UInt8(ascii: "+") ? 1 : 0
    let digits = trimmed.dropFirst(sign).prefix { (0x30...0x39).contains($0) }
    if digits.isEmpty { return 0 }
    let number = String(decoding: Array(trimmed.prefix(sign)) + Array(digits), as: UTF8.self)
    return Int64(number) ?? (isNegative ? .min : .max)
  }
}
