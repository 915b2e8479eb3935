/// A scale without its root: its intervals and names.
public struct ScaleKind: Hashable, Sendable {
  public let name: String
  /// Other usual names.
  public let others: [String]
  public let intervals: [Interval]
  /// How far it is from everyday music: 0 major and minor, 1 modes and pentatonics, 2 rarer ones, 3 the rest.
  public let rarity: Int

  /// From C as the root, as bits. Scales are catalogued by this number (ianring.com, "A Study of Scales").
  public var pitchClasses: UInt16 { intervals.reduce(0) { $0 | 1 << UInt16($1.pitchClass) } }

  public static let major = all[0]
  public static let minor = all[1]

  /// The scale of a name, in either case, with or without spaces and hyphens; the beginning of a name is enough where
  /// one scale alone has it.
  public init(_ text: String) throws(TheoryFault) {
    self = try NameSearch.find(text, in: Self.all, "scale") { [$0.name] + $0.others }
  }

  private init(_ name: String, _ others: [String], _ formula: String, _ rarity: Int) {
    self.name = name
    self.others = others
    self.intervals = Interval.formula(formula)
    self.rarity = rarity
  }

  public static let all: [ScaleKind] = [
    ScaleKind("major", ["ionian"], "1 2 3 4 5 6 7", 0),
    ScaleKind("minor", ["natural minor", "aeolian"], "1 2 b3 4 5 b6 b7", 0),
    ScaleKind("harmonic minor", [], "1 2 b3 4 5 b6 7", 1),
    ScaleKind("melodic minor", ["jazz minor"], "1 2 b3 4 5 6 7", 1),
    ScaleKind("dorian", [], "1 2 b3 4 5 6 b7", 1),
    ScaleKind("phrygian", [], "1 b2 b3 4 5 b6 b7", 1),
    ScaleKind("lydian", [], "1 2 3 #4 5 6 7", 1),
    ScaleKind("mixolydian", [], "1 2 3 4 5 6 b7", 1),
    ScaleKind("locrian", [], "1 b2 b3 4 b5 b6 b7", 2),
    ScaleKind("major pentatonic", ["pentatonic"], "1 2 3 5 6", 1),
    ScaleKind("minor pentatonic", [], "1 b3 4 5 b7", 1),
    ScaleKind("blues", ["minor blues"], "1 b3 4 b5 5 b7", 1),
    ScaleKind("major blues", [], "1 2 b3 3 5 6", 1),
    ScaleKind("locrian natural 6", ["locrian #6"], "1 b2 b3 4 b5 6 b7", 3),
    ScaleKind("ionian augmented", ["ionian #5"], "1 2 3 4 #5 6 7", 3),
    ScaleKind("ukrainian dorian", ["dorian #4", "romanian minor"], "1 2 b3 #4 5 6 b7", 2),
    ScaleKind("phrygian dominant", ["spanish", "freygish"], "1 b2 3 4 5 b6 b7", 2),
    ScaleKind("lydian #2", [], "1 #2 3 #4 5 6 7", 3),
    ScaleKind("altered diminished", ["ultralocrian"], "1 b2 b3 b4 b5 b6 bb7", 3),
    ScaleKind("dorian b2", ["phrygian #6"], "1 b2 b3 4 5 6 b7", 2),
    ScaleKind("lydian augmented", [], "1 2 3 #4 #5 6 7", 2),
    ScaleKind("lydian dominant", ["acoustic", "overtone"], "1 2 3 #4 5 6 b7", 2),
    ScaleKind("mixolydian b6", ["aeolian dominant", "melodic major"], "1 2 3 4 5 b6 b7", 2),
    ScaleKind("half-diminished", ["locrian #2"], "1 2 b3 4 b5 b6 b7", 2),
    ScaleKind("altered", ["super locrian"], "1 b2 b3 b4 b5 b6 b7", 2),
    ScaleKind("harmonic major", [], "1 2 3 4 5 b6 7", 2),
    ScaleKind("whole tone", [], "1 2 3 #4 #5 b7", 2),
    ScaleKind("half-whole diminished", ["dominant diminished", "octatonic"], "1 b2 #2 3 #4 5 6 b7", 2),
    ScaleKind("whole-half diminished", ["diminished"], "1 2 b3 4 b5 b6 6 7", 2),
    ScaleKind("augmented", [], "1 #2 3 5 #5 7", 3),
    ScaleKind("bebop dominant", ["bebop"], "1 2 3 4 5 6 b7 7", 3),
    ScaleKind("bebop major", [], "1 2 3 4 5 #5 6 7", 3),
    ScaleKind("bebop dorian", ["bebop minor"], "1 2 b3 3 4 5 6 b7", 3),
    ScaleKind("bebop melodic minor", [], "1 2 b3 4 5 #5 6 7", 3),
    ScaleKind("hungarian minor", ["gypsy minor"], "1 2 b3 #4 5 b6 7", 2),
    ScaleKind("hungarian major", [], "1 #2 3 #4 5 6 b7", 3),
    ScaleKind("double harmonic", ["byzantine", "gypsy major", "arabic"], "1 b2 3 4 5 b6 7", 2),
    ScaleKind("neapolitan minor", [], "1 b2 b3 4 5 b6 7", 3),
    ScaleKind("neapolitan major", [], "1 b2 b3 4 5 6 7", 3),
    ScaleKind("persian", [], "1 b2 3 4 b5 b6 7", 3),
    ScaleKind("enigmatic", [], "1 b2 3 #4 #5 #6 7", 3),
    ScaleKind("prometheus", [], "1 2 3 #4 6 b7", 3),
    ScaleKind("tritone", [], "1 b2 3 b5 5 b7", 3),
    ScaleKind("egyptian", ["suspended pentatonic"], "1 2 4 5 b7", 3),
    ScaleKind("in", ["japanese", "miyako-bushi"], "1 b2 4 5 b6", 3),
    ScaleKind("hirajoshi", [], "1 2 b3 5 b6", 3),
    ScaleKind("iwato", [], "1 b2 4 b5 b7", 3),
    ScaleKind("pelog", ["balinese"], "1 b2 b3 5 b6", 3),
    ScaleKind("dominant pentatonic", [], "1 2 3 5 b7", 3),
    ScaleKind("chromatic", [], "1 b2 2 b3 3 4 #4 5 b6 6 b7 7", 3),
  ]
}
