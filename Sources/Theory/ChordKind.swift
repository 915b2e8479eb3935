public import Model

/// A chord without its root: its intervals and how they are written.
public struct ChordKind: Hashable, Sendable {
  /// As it follows the root in a name: `maj7`.
  public let symbol: String
  /// In words: `major seventh`; empty for a chord that has no usual one.
  public let name: String
  /// From the root up.
  public let intervals: [Interval]

  /// The usual kind of these intervals.
  /// - Parameter symbol: how it is written if it is not a usual one.
  init(_ intervals: [Interval], symbol: String) {
    self = Self.byIntervals[intervals] ?? ChordKind(symbol: symbol, name: "", intervals: intervals)
  }

  private init(symbol: String, name: String, intervals: [Interval]) {
    self.symbol = symbol
    self.name = name
    self.intervals = intervals
  }

  public init(_ quality: ChordQuality) { self = Self.bySymbol[quality.rawValue] ?? Self.all[0] }

  /// The kind that the analysis distinguishes.
  public var quality: ChordQuality? { ChordQuality(rawValue: symbol) }

  /// From C as the root, as bits.
  public var pitchClasses: UInt16 { intervals.reduce(0) { $0 | 1 << UInt16($1.pitchClass) } }

  public func contains(_ interval: String) -> Bool {
    Interval(interval).map { intervals.contains($0) } ?? false
  }

  /// A minor third, or none that is major.
  public var isMinor: Bool { contains("b3") }

  static func usual(_ intervals: [Interval]) -> ChordKind? { byIntervals[intervals] }

  private static let byIntervals = Dictionary(uniqueKeysWithValues: all.map { ($0.intervals, $0) })
  private static let bySymbol = Dictionary(uniqueKeysWithValues: all.map { ($0.symbol, $0) })

  /// The usual kinds. Chords of the thirteenth leave out the eleventh, which clashes with the third.
  public static let all: [ChordKind] = [
    ("", "major", "1 3 5"),
    ("m", "minor", "1 b3 5"),
    ("5", "power chord", "1 5"),
    ("dim", "diminished", "1 b3 b5"),
    ("aug", "augmented", "1 3 #5"),
    ("sus2", "suspended second", "1 2 5"),
    ("sus4", "suspended fourth", "1 4 5"),
    ("6", "sixth", "1 3 5 6"),
    ("m6", "minor sixth", "1 b3 5 6"),
    ("6/9", "sixth and ninth", "1 3 5 6 9"),
    ("m6/9", "minor sixth and ninth", "1 b3 5 6 9"),
    ("add9", "major with ninth", "1 3 5 9"),
    ("madd9", "minor with ninth", "1 b3 5 9"),
    ("add11", "major with eleventh", "1 3 5 11"),
    ("madd11", "minor with eleventh", "1 b3 5 11"),
    ("7", "seventh", "1 3 5 b7"),
    ("maj7", "major seventh", "1 3 5 7"),
    ("m7", "minor seventh", "1 b3 5 b7"),
    ("mMaj7", "minor with major seventh", "1 b3 5 7"),
    ("dim7", "diminished seventh", "1 b3 b5 bb7"),
    ("m7b5", "half-diminished seventh", "1 b3 b5 b7"),
    ("dimMaj7", "diminished with major seventh", "1 b3 b5 7"),
    ("7sus2", "seventh with suspended second", "1 2 5 b7"),
    ("7sus4", "seventh with suspended fourth", "1 4 5 b7"),
    ("9sus4", "ninth with suspended fourth", "1 4 5 b7 9"),
    ("13sus4", "thirteenth with suspended fourth", "1 4 5 b7 9 13"),
    ("7b5", "seventh with flat fifth", "1 3 b5 b7"),
    ("7#5", "seventh with sharp fifth", "1 3 #5 b7"),
    ("maj7b5", "major seventh with flat fifth", "1 3 b5 7"),
    ("maj7#5", "major seventh with sharp fifth", "1 3 #5 7"),
    ("m7#5", "minor seventh with sharp fifth", "1 b3 #5 b7"),
    ("9", "ninth", "1 3 5 b7 9"),
    ("maj9", "major ninth", "1 3 5 7 9"),
    ("m9", "minor ninth", "1 b3 5 b7 9"),
    ("mMaj9", "minor ninth with major seventh", "1 b3 5 7 9"),
    ("m9b5", "half-diminished ninth", "1 b3 b5 b7 9"),
    ("7b9", "seventh with flat ninth", "1 3 5 b7 b9"),
    ("7#9", "seventh with sharp ninth", "1 3 5 b7 #9"),
    ("7#11", "seventh with sharp eleventh", "1 3 5 b7 #11"),
    ("7b13", "seventh with flat thirteenth", "1 3 5 b7 b13"),
    ("7b5b9", "seventh with flat fifth and flat ninth", "1 3 b5 b7 b9"),
    ("7b5#9", "seventh with flat fifth and sharp ninth", "1 3 b5 b7 #9"),
    ("7#5b9", "seventh with sharp fifth and flat ninth", "1 3 #5 b7 b9"),
    ("7#5#9", "altered seventh", "1 3 #5 b7 #9"),
    ("9b5", "ninth with flat fifth", "1 3 b5 b7 9"),
    ("9#5", "ninth with sharp fifth", "1 3 #5 b7 9"),
    ("9#11", "ninth with sharp eleventh", "1 3 5 b7 9 #11"),
    ("maj7#11", "major seventh with sharp eleventh", "1 3 5 7 #11"),
    ("maj9#11", "major ninth with sharp eleventh", "1 3 5 7 9 #11"),
    ("11", "eleventh", "1 3 5 b7 9 11"),
    ("maj11", "major eleventh", "1 3 5 7 9 11"),
    ("m11", "minor eleventh", "1 b3 5 b7 9 11"),
    ("13", "thirteenth", "1 3 5 b7 9 13"),
    ("maj13", "major thirteenth", "1 3 5 7 9 13"),
    ("m13", "minor thirteenth", "1 b3 5 b7 9 13"),
    ("13b9", "thirteenth with flat ninth", "1 3 5 b7 b9 13"),
    ("13#9", "thirteenth with sharp ninth", "1 3 5 b7 #9 13"),
    ("13#11", "thirteenth with sharp eleventh", "1 3 5 b7 9 #11 13"),
  ].map { ChordKind(symbol: $0, name: $1, intervals: Interval.formula($2)) }
}
