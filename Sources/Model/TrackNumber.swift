/// The number of a track on its record, as one value: 7, or A2, the second track on side A of a vinyl record. Sides stand
/// after plain numbers.
public enum TrackNumber {
  /// Plain numbers have at most six digits. A side's value is this, a hundred for each letter, and the number on the side.
  private static let sides = 1_000_000
  private static let letters = 1...26
  /// The first place of sides, before that of tracks without a number.
  private static let sidePlaces = 60_000

  /// - Parameter text: in UTF-8, such as `7`, `07`, `7/12`, `A1`, `b 02`, `C-3` or `A`.
  /// - Returns: nil where no number begins the text and it is no side.
  public static func value(of text: some Collection<UInt8>) -> Int? {
    let text = text.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = text.prefix { isDigit($0) }
    return digits.isEmpty ? side(text) : digits.count <= 6 ? number(digits) : nil
  }

  /// A letter and at most two digits, with a blank or a dash between them, up to a slash.
  public static func side(_ text: some Collection<UInt8>) -> Int? {
    let text = text.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != UInt8(ascii: "/") }
    guard let first = text.first, case let letter = Int(first | 0x20) - 0x60, letters.contains(letter) else {
      return nil
    }
    var rest = Array(text.dropFirst())[...]
    while let last = rest.last, last == 0x20 { rest.removeLast() }
    if let mark = rest.first, mark == 0x20 || mark == UInt8(ascii: "-") { rest.removeFirst() }
    guard rest.count <= 2, rest.allSatisfy(isDigit) else { return nil }
    return sides + letter * 100 + number(rest)
  }

  /// As people write it: `7`, `A1`, `A`.
  public static func text(of value: Int) -> String {
    guard let (letter, number) = side(of: value) else { return "\(value)" }
    return "\(Character(Unicode.Scalar(UInt8(0x40 + letter))))" + (number == 0 ? "" : "\(number)")
  }

  /// Whether the value is a side's.
  public static func isSide(_ value: Int) -> Bool { side(of: value) != nil }

  /// Returns a track's place on its record; numbers beyond 65,535 share the last place.
  public static func place(of value: Int) -> UInt16 {
    side(of: value) == nil ? UInt16(clamping: value) : UInt16(sidePlaces + value - sides)
  }

  /// A database may hold any value.
  private static func side(of value: Int) -> (letter: Int, number: Int)? {
    guard value > sides, value < sides + 100 * (letters.upperBound + 1) else { return nil }
    let (letter, number) = (value - sides).quotientAndRemainder(dividingBy: 100)
    return letters.contains(letter) ? (letter, number) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func number(_ digits: some Sequence<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
