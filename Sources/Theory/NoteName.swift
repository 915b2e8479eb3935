/// A spelled note without its octave, as a place on the line of fifths: … Bb -2, F -1, C 0, G 1, D 2 …
/// The sum of two places spells a note above another one with the right letter and signs.
public struct NoteName: Hashable, Sendable, CustomStringConvertible {
  public let fifths: Int

  public init(fifths: Int) { self.fifths = fifths }

  /// Reads `C`, `Eb`, `F♯`, `Bbb`, `H`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    guard let note = NoteName.take(from: &rest), rest.isEmpty else { return nil }
    self = note
  }

  /// Takes a note from the start of a text: a letter from A to H in either case, and two signs at most. H is B.
  static func take(from text: inout Substring) -> NoteName? {
    let places: [Character: Int] = ["F": -1, "C": 0, "G": 1, "D": 2, "A": 3, "E": 4, "B": 5, "H": 5]
    guard let letter = text.first, let place = places[Character(letter.uppercased())] else { return nil }
    text.removeFirst()
    var signs = 0
    while let sign = text.first.flatMap({ Self.sign($0) }), abs(signs + sign) <= 2, signs * sign >= 0 {
      signs += sign
      text.removeFirst()
    }
    return NoteName(fifths: place + 7 * signs)
  }

  /// In semitones.
  static func sign(_ character: Character) -> Int? {
    switch character {
    case "#", "♯": 1
    case "b", "♭": -1
    case "𝄪": 2
    case "𝄫": -2
    default: nil
    }
  }

  /// The sharps of the note; negative for flats.
  public var signs: Int { (fifths + 1 - letterPlace) / 7 }

  /// 0 is F, 1 is C …
  private var letterPlace: Int { ((fifths + 1) % 7 + 7) % 7 }

  /// 0 to 11 from C.
  public var pitchClass: Int { (fifths * 7 % 12 + 12) % 12 }

  public var description: String {
    let letter = ["F", "C", "G", "D", "A", "E", "B"][letterPlace]
    return letter + String(repeating: signs < 0 ? "b" : "#", count: abs(signs))
  }

  public func up(_ interval: Interval) -> NoteName { NoteName(fifths: fifths + interval.fifths) }

  /// The interval of a number of letters from this note up to another one.
  func interval(of number: Int, to note: NoteName) -> Interval {
    let natural = Interval(number: number)
    return Interval(number: number, alteration: (note.fifths - fifths - natural.fifths) / 7)
  }
}
