/// The order of names that a person expects: runs of digits by their value ("2" before "10"), everything else byte by
/// byte, and the content of a folder before longer-named neighbours ("Live/…" before "Live 2/…").
/// Letters are compared as they are: fold case before if needed.
public enum NaturalOrder {
  private static let zero = UInt8(ascii: "0")

  /// Bytes whose plain lexicographic order (memcmp(3), SQLite's BLOBs) is the natural order of the names. Names that
  /// differ in leading zeros only have the same key; compare the names themselves then.
  ///
  /// A run of digits becomes "0", the count of its digits without leading zeros, and those digits; any number of
  /// digits will do.
  public static func key(for name: some Collection<UInt8>) -> [UInt8] { key(for: Array(name)) }

  /// As the generic one, compiled for arrays: a scan makes one of every name.
  public static func key(for name: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(name.count + 8)
    var index = 0
    while index < name.count {
      let byte = name[index]
      guard isDigit(byte) else {
        key.append(byte == UInt8(ascii: "/") ? 1 : byte)
        index += 1
        continue
      }
      while index < name.count, name[index] == zero { index += 1 }
      let start = index
      while index < name.count, isDigit(name[index]) { index += 1 }
      let digits = name[start..<index]
      key.append(zero)
      var count = digits.count
      while count >= 0xFF {
        key.append(0xFF)
        count -= 0xFF
      }
      key.append(UInt8(count))
      key += digits
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }
}
