/// A key: its tonic and whether it is minor.
public struct MusicalKey: Hashable, Sendable, CustomStringConvertible {
  /// The pitch class, 0 to 11 from C.
  public var tonic: Int
  public var isMinor: Bool

  public init(tonic: Int, isMinor: Bool) {
    precondition((0..<12).contains(tonic), "a pitch class is 0 to 11")
    self.tonic = tonic
    self.isMinor = isMinor
  }

  /// The 24 keys by their numbers: major from C on, then minor.
  public static let all = (0..<24).map { MusicalKey(tonic: $0 % 12, isMinor: $0 >= 12) }
  public var number: Int { tonic + (isMinor ? 12 : 0) }

  /// As it is mostly written, with the fewer signs: `Db`, `F#`, `C#m`, `Ebm`.
  public var description: String { isMinor ? "\(Self.minorNames[tonic])m" : Self.majorNames[tonic] }
  static let majorNames = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
  static let minorNames = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]

  /// The place on the wheel of fifths that disc jockeys use: `8B` is C major, `8A` A minor.
  public var camelot: String { "\(wheelHour)\(isMinor ? "A" : "B")" }

  /// 1 to 12; neighbours are a fifth apart, and a key has the number of its relative.
  public var wheelHour: Int { (7 + 7 * (isMinor ? tonic + 3 : tonic)) % 12 + 1 }

  /// Reads `Am`, `A minor`, `a min`, `F♯m`, `Db`, `D flat major`, `8A`, and Open Key's `1m`; nil for anything else.
  public init?(_ text: String) {
    var rest = text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" && $0 != ":" }[...]
    if let hour = Int(rest.prefix { $0.isASCII && $0.isNumber }), (1...12).contains(hour) {
      let isOpen: Bool
      switch rest.drop(while: { $0.isNumber }) {
      case "a": (isMinor, isOpen) = (true, false)
      case "b": (isMinor, isOpen) = (false, false)
      case "m": (isMinor, isOpen) = (true, true)
      case "d": (isMinor, isOpen) = (false, true)
      default: return nil
      }
      // The fifth's inverse modulo 12 is 7 itself.
      let major = (isOpen ? hour - 1 : hour + 4) * 7 % 12
      tonic = isMinor ? (major + 9) % 12 : major
      return
    }
    guard let letter = rest.popFirst(),
      let natural = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11, "h": 11][letter]
    else { return nil }
    var pitch = natural
    for (sign, step) in [("sharp", 1), ("flat", 11), ("#", 1), ("♯", 1), ("b", 11), ("♭", 11)]
    where rest.hasPrefix(sign) {
      rest.removeFirst(sign.count)
      pitch += step
      break
    }
    switch rest {
    case "", "maj", "major", "dur": isMinor = false
    case "m", "min", "minor", "moll": isMinor = true
    default: return nil
    }
    tonic = pitch % 12
  }
}
