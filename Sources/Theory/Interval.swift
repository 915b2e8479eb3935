/// An interval above a root as musicians count it: `3` is the major third, `b3` the minor one, `#11` the augmented
/// eleventh.
public struct Interval: Hashable, Sendable, CustomStringConvertible {
  /// 1 is the unison, 8 the octave.
  public let number: Int
  /// Semitones above the major or perfect interval.
  public let alteration: Int

  public init(number: Int, alteration: Int = 0) {
    precondition(number >= 1, "a unison has number 1")
    self.number = number
    self.alteration = alteration
  }

  /// Reads `5`, `b7`, `#11`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let signs = text.prefix { NoteName.sign($0) != nil }
    guard let number = Int(text.dropFirst(signs.count)), (1...15).contains(number) else { return nil }
    self.init(number: number, alteration: signs.reduce(0) { $0 + (NoteName.sign($1) ?? 0) })
  }

  /// A row of intervals with a space between two.
  static func formula(_ text: String) -> [Interval] { text.split(separator: " ").compactMap { Interval($0) } }

  /// The name of a pitch above a root, 0 to 11 semitones, where nothing else decides it.
  public static let usual = formula("1 b2 2 b3 3 4 #4 5 b6 6 b7 7")

  private var step: Int { (number - 1) % 7 }

  public var semitones: Int { [0, 2, 4, 5, 7, 9, 11][step] + (number - 1) / 7 * 12 + alteration }

  /// Its place on the line of fifths.
  public var fifths: Int { [0, 2, 4, -1, 1, 3, 5][step] + 7 * alteration }

  /// Semitones above the root, 0 to 11.
  public var pitchClass: Int { (semitones % 12 + 12) % 12 }

  public var description: String { Self.signs(alteration) + "\(number)" }

  static func signs(_ alteration: Int) -> String {
    String(repeating: alteration < 0 ? "b" : "#", count: abs(alteration))
  }
}
